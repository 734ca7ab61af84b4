// What every page needs: choice of theme, menus that close, the count of games where you are on move.

function themeChoice() {
  try {
    return localStorage.getItem("theme") || document.documentElement.dataset.theme || "system";
  } catch {
    return document.documentElement.dataset.theme || "system";
  }
}

function showThemeChoice() {
  for (const button of document.querySelectorAll("[data-theme-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.themeChoice === themeChoice()));
  }
}

function chooseTheme(choice) {
  if (choice === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
  try {
    localStorage.setItem("theme", choice);
  } catch {
    // The cookie below is enough.
  }
  const secure = location.protocol === "https:" ? "; Secure" : "";
  document.cookie = `theme=${choice}; Path=/; Max-Age=31536000; SameSite=Lax${secure}`;
  showThemeChoice();
}

for (const button of document.querySelectorAll("[data-theme-choice]")) {
  button.addEventListener("click", () => chooseTheme(button.dataset.themeChoice));
}
showThemeChoice();

const menus = [...document.querySelectorAll("details[data-menu]")];
document.addEventListener("click", (event) => {
  for (const menu of menus) if (menu.open && !menu.contains(event.target)) menu.open = false;
});
document.addEventListener("keydown", (event) => {
  if (event.key !== "Escape") return;
  for (const menu of menus) {
    if (!menu.open) continue;
    menu.open = false;
    menu.querySelector("summary").focus();
  }
});

// A form that must not be sent by a slip: <form data-confirm="..."> asks first.
document.addEventListener("submit", (event) => {
  const question = event.target.dataset?.confirm;
  if (question && !window.confirm(question)) event.preventDefault();
});

const badge = document.getElementById("to-move");
let stream = null;

function followTurns() {
  stream = new EventSource("/live/me/");
  stream.addEventListener("message", (event) => {
    const count = Number(JSON.parse(event.data).to_move);
    if (!Number.isFinite(count)) return;
    badge.hidden = count === 0;
    badge.querySelector("[data-count]").textContent = String(count);
  });
}

if (badge && "signedIn" in document.body.dataset && window.EventSource) {
  followTurns();
  window.addEventListener("pagehide", () => stream.close());
  window.addEventListener("pageshow", (event) => event.persisted && followTurns());
}
