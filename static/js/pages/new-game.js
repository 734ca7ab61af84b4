// Hide the fields that the present choice does not use. Without scripts they simply stay in sight.
const form = document.querySelector("form.newg");

function chosen(name) {
  return new FormData(form).get(name);
}

function show() {
  for (const part of form.querySelectorAll("[data-when]")) {
    const [name, value] = part.dataset.when.split("=");
    part.hidden = chosen(name) !== value;
  }
}

if (form) {
  form.addEventListener("change", show);
  show();
}
