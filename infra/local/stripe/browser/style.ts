/** Stripe's appearance, as far as it is drawn here. */
export interface Appearance {
  readonly variables?: Readonly<Record<string, string>>;
}

/** What the page has decided; all else is as around it. */
export function applyAppearance(host: HTMLElement, { variables = {} }: Appearance): void {
  for (const [name, property] of Object.entries(properties)) {
    const value = variables[name];
    if (value === undefined) host.style.removeProperty(property);
    else host.style.setProperty(property, value);
  }
}

const properties = {
  colorPrimary: '--primary',
  colorBackground: '--background',
  colorText: '--text',
  colorTextSecondary: '--secondary',
  colorDanger: '--danger',
  borderRadius: '--radius',
  fontFamily: '--font',
  fontSizeBase: '--size',
};

const shared = `
  :host {
    display: block;
    color: var(--text, inherit);
    font: 400 var(--size, 1rem) / 1.5 var(--font, inherit);
    font-family: var(--font, inherit);
  }
  *, ::before, ::after { box-sizing: border-box; margin: 0; }
  :focus-visible { outline: 2px solid var(--primary, currentColor); outline-offset: 2px; border-radius: 0.25rem; }
`;

export const formStyle = `
  ${shared}
  .fields, .field { display: flex; flex-direction: column; }
  .fields { gap: 1rem; }
  .field { gap: 0.375rem; min-width: 0; }
  .pair { display: flex; flex-wrap: wrap; gap: 1rem 0.75rem; }
  .pair .field { flex: 1 1 9rem; }
  label { font-size: 0.9375em; font-weight: 600; }
  input {
    width: 100%; min-height: 3rem; padding: 0 0.875rem; border-radius: var(--radius, 0.5rem);
    border: 1px solid color-mix(in srgb, currentColor 55%, transparent);
    background: var(--background, transparent); color: inherit; font: inherit; letter-spacing: 0.02em;
  }
  input::placeholder { color: var(--secondary, color-mix(in srgb, currentColor 72%, transparent)); opacity: 1; }
  input:focus-visible { outline-offset: -1px; border-radius: var(--radius, 0.5rem); }
  input[aria-invalid] { border-color: var(--danger, light-dark(#a8261c, #ffb3a9)); }
  .error { color: var(--danger, light-dark(#a8261c, #ffb3a9)); font-size: 0.9375em; font-weight: 500; }
  .error:empty { display: none; }
  details { margin-top: 1rem; font-size: 0.875em; }
  summary { width: fit-content; padding: 0.25rem 0; cursor: pointer; }
  details p, ul { margin-top: 0.5rem; }
  ul { padding: 0; list-style: none; }
  li { margin-top: 0.25rem; }
  code { font-family: ui-monospace, monospace; font-weight: 600; white-space: nowrap; }
`;

export const dialogStyle = `
  ${shared}
  dialog {
    width: min(26rem, calc(100vw - 2rem)); margin: auto; padding: 1.75rem; border: 0; border-radius: 1.25rem;
    background: Canvas; color: CanvasText; box-shadow: 0 18px 48px -12px rgb(0 0 0 / 0.4);
  }
  dialog::backdrop { background: rgb(0 0 0 / 0.5); }
  h2 { font-size: 1.25rem; line-height: 1.25; }
  p { margin-top: 0.75rem; }
  .buttons { display: flex; flex-wrap: wrap; gap: 0.75rem; margin-top: 1.5rem; }
  button {
    flex: 1 1 9rem; min-height: 3rem; padding: 0 1rem; border: 1px solid currentColor; border-radius: 0.75rem;
    background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer;
  }
  button[value="complete"] { border-color: CanvasText; background: CanvasText; color: Canvas; }
`;
