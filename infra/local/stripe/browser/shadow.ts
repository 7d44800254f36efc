/** Isolates markup from the page's styles. The page's CSP forbids `<style>`. */
export function attachShadow(host: HTMLElement, markup = ''): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = markup;
  return shadow;
}

/** The page's colours and font are inherited. Stripe's appearance is not modelled. */
const style = `
  :focus-visible { outline: 2px solid; outline-offset: 2px; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input {
    box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid;
    border-radius: 0.5rem; background: transparent; color: inherit; font: inherit;
  }
  input::placeholder { color: inherit; opacity: 0.8; }
  details { margin-top: 1rem; }
  button { min-height: 3rem; padding: 0 1rem; font: inherit; }
`;
