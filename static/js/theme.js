// Runs before the first paint, so that a chosen theme never flashes. The server reads the cookie, a cached page this.
(function () {
  try {
    var choice = localStorage.getItem("theme");
    if (choice === "light" || choice === "dark") document.documentElement.dataset.theme = choice;
    else if (choice === "system") delete document.documentElement.dataset.theme;
  } catch (error) {
    // Storage may be switched off; the cookie still works.
  }
})();
