// @ts-check
// The frame of a widget: a shadow root with the page's styles, light or dark as the notebook behind it, and a document
// whose focus and elements are those of the shadow root.

/** @typedef {{element: HTMLElement, left: () => void}} Content */

/**
 * @param {(inside: Document) => {render: (model: any) => Content}} page
 * @param {string} style
 */
export function frame(page, style) {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  return {
    /** @param {{model: any, el: HTMLElement}} widget */
    render({ model, el }) {
      const root = el.attachShadow({ mode: "open" });
      root.adoptedStyleSheets = [sheet];
      const { element, left } = page(documentIn(root)).render(model);
      const toasts = document.createElement("div");
      Object.assign(toasts, { id: "toasts", className: "toasts", role: "status" });
      root.append(element, toasts);
      const theme = () => void (el.dataset.theme = isDark(el.parentElement) ? "dark" : "light");
      const watch = new MutationObserver(theme);
      for (const each of [document.documentElement, document.body]) watch.observe(each, { attributes: true });
      requestAnimationFrame(theme);
      // A notebook's shortcuts must not take the keys away from a board.
      el.addEventListener("keydown", (event) => event.stopPropagation());
      return () => {
        watch.disconnect();
        left();
      };
    },
  };
}

/** Is the ground dark on which the element stands? @param {Element | null} element */
function isDark(element) {
  for (let at = element; at; at = at.parentElement) {
    const colour = getComputedStyle(at).backgroundColor.match(/[\d.]+/g) ?? [];
    const [red = 0, green = 0, blue = 0, alpha = 1] = colour.map(Number);
    if (alpha > 0.5) return red + green + blue < 384;
  }
  return matchMedia("(prefers-color-scheme: dark)").matches;
}

/** @param {ShadowRoot} root */
function documentIn(root) {
  return new Proxy(document, {
    get(/** @type {any} */ real, name) {
      if (name === "activeElement") return root.activeElement;
      if (name === "getElementById") return (/** @type {string} */ id) => root.getElementById(id);
      return typeof real[name] === "function" ? real[name].bind(real) : real[name];
    },
  });
}
