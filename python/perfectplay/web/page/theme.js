// @ts-check
// Light or dark: as the system is, until the button is pressed. A classic script, as modules run after the first paint.

const root = document.documentElement;
addEventListener("click", ({ target }) => {
  if (!(target instanceof Element && target.closest("#theme"))) return;
  const dark = root.dataset.theme ? root.dataset.theme === "dark" : matchMedia("(prefers-color-scheme: dark)").matches;
  localStorage.theme = root.dataset.theme = dark ? "light" : "dark";
});
root.dataset.theme = localStorage.theme ?? ""; // last, as storage may be forbidden
