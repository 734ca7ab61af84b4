// Hide the fields that the present choice does not use, and do not send them. Without scripts they stay in sight, and
// what does not fit the choice is told.
const form = document.querySelector("form.newg");

function chosen(name) {
  return new FormData(form).get(name);
}

function show() {
  for (const part of form.querySelectorAll("[data-when]")) {
    const [name, value] = part.dataset.when.split("=");
    part.hidden = chosen(name) !== value;
    for (const field of part.querySelectorAll("input")) field.disabled = part.hidden;
  }
}

if (form) {
  form.addEventListener("change", show);
  show();
}
