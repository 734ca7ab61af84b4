// Hide the rules that mean nothing in the chosen format. Without scripts all stay in sight, each with its help, and
// what does not fit the format is left out by the server.
const form = document.querySelector("form.eform");

function value(name) {
  const field = form.elements[name];
  return field ? field.value : "";
}

// Of the tie-breaks only those in use and the next free one are in sight.
function isWanted(line) {
  const field = line.querySelector("[name^=tiebreak_]");
  const place = field ? Number(field.name.slice("tiebreak_".length)) : 0;
  return place < 2 || field.value !== "" || value(`tiebreak_${place - 1}`) !== "" || line.querySelector(".err") !== null;
}

function fits(line) {
  const { formats, nextFormats, when } = line.dataset;
  if (formats && !formats.split(" ").includes(value("format"))) return false;
  if (nextFormats && !nextFormats.split(" ").includes(value("next_format"))) return false;
  if (!isWanted(line)) return false;
  if (!when) return true;
  const [name, wanted] = when.split("=");
  return wanted ? value(name) === wanted : value(name) !== "";
}

function show() {
  for (const line of form.querySelectorAll(".eline")) line.hidden = !fits(line);
  for (const group of form.querySelectorAll("fieldset")) {
    group.hidden = [...group.querySelectorAll(".eline")].every((line) => line.hidden);
  }
}

if (form) {
  form.addEventListener("input", show);
  show();
}
