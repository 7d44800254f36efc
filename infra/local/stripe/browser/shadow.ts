/** Shows markup where the page's styles do not reach it. The page's security policy forbids `<style>`. */
export function attachShadow(host: HTMLElement, markup = ''): ShadowRoot {
  const shadow = host.attachShadow({ mode: 'open' });
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(style);
  shadow.adoptedStyleSheets = [sheet];
  shadow.innerHTML = markup;
  return shadow;
}

/** The variables have the names of Stripe's appearance. */
const style = `
  :host { color: var(--colorText, inherit); font: var(--fontSizeBase, 1rem)/1.5 var(--fontFamily, inherit); }
  :focus-visible { outline: 2px solid var(--colorPrimary, currentColor); outline-offset: 2px; }
  label { display: block; margin-top: 1rem; font-weight: 600; }
  input {
    box-sizing: border-box; width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid;
    border-radius: var(--borderRadius, 0.5rem); background: var(--colorBackground, transparent);
    color: inherit; font: inherit;
  }
  input::placeholder { color: var(--colorTextSecondary, inherit); opacity: 1; }
  details { margin-top: 1rem; }
  dialog::backdrop { background: rgb(0 0 0 / 0.5); }
  button { min-height: 3rem; padding: 0 1rem; font: inherit; }
`;
