// Lights up the column of the cell that the pointer or the focus is in; the row lights up by CSS alone.
function lightColumns(table) {
  let lit = [];
  const light = (cell) => {
    for (const other of lit) other.classList.remove("hl");
    lit = cell?.matches("td.x") ? [...table.rows].map((row) => row.cells[cell.cellIndex]).filter(Boolean) : [];
    for (const other of lit) other.classList.add("hl");
  };
  table.addEventListener("pointerover", (event) => light(event.target.closest("td, th")));
  table.addEventListener("focusin", (event) => light(event.target.closest("td, th")));
  table.addEventListener("pointerleave", () => light(null));
  table.addEventListener("focusout", () => light(null));
}

function made(name, classes, ...children) {
  const element = document.createElement(name);
  if (classes) element.className = classes;
  element.append(...children);
  return element;
}

const copied = (cell, selector) => cell.querySelector(selector).cloneNode(true);
const shown = (cell) => (cell.querySelector("summary") ?? cell).textContent.trim();

// A row as it opens on a phone: whom the player met, with the games; then points and tie-breaks by name.
function opened(row, rows, heads) {
  const met = made("ul", "cmet");
  const sums = made("p", "s mut csums");
  [...row.cells].slice(2).forEach((cell, place) => {
    if (cell.matches("td.x")) {
      if (cell.querySelector(".rs")) met.append(made("li", "", copied(rows[place].cells[1], "a"), copied(cell, ".cx")));
    } else if (!cell.matches(".dg")) {
      sums.append(made("span", "", `${heads[place + 2].textContent.trim()} `, made("b", "", shown(cell))));
    }
  });
  return [met, sums];
}

// On a phone each row opens as a list, where a wide table would have to be pushed aside.
function list(table) {
  const [heads, ...rows] = table.rows;
  const items = rows.map((row) => {
    const name = made("b", "ell grow", row.cells[1].querySelector("a").textContent);
    const points = made("span", "pts", shown(row.querySelector("td.pts")));
    const line = made("summary", "", made("span", "dim s", row.cells[0].textContent), name, points);
    return made("li", row.className, made("details", "", line, ...opened(row, rows, heads.cells)));
  });
  const region = table.closest(".scroll");
  region.after(made("ol", "crows", ...items));
  region.dataset.listed = "";
}

const phone = matchMedia("(max-width: 860px)");
for (const table of document.querySelectorAll("[data-crosstable]")) {
  lightColumns(table);
  const listOnce = () => {
    if (phone.matches && !table.closest("[data-listed]")) list(table);
  };
  phone.addEventListener("change", listOnce);
  listOnce();
}
