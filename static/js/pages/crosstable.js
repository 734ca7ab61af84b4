// Lights up the column of the cell that the pointer or the focus is in; the row lights up by CSS alone.
for (const table of document.querySelectorAll("[data-crosstable]")) {
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
