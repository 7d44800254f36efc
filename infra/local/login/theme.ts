import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The strokes of the site's mark: theirs, then yours. */
export const logo =
  '<svg viewBox="6 4 20 25" height="28" aria-hidden="true" fill="none" stroke-width="4.4" stroke-linecap="round"><path d="M24 13.5a7 7 0 0 1-7 7h-2M17 6.5a7 7 0 0 1 7 7"/><path d="M9 26.5V14.5a8 8 0 0 1 8-8"/></svg>';

/** Crossed out while the password is shown. */
export const eye =
  '<svg viewBox="0 0 24 24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.75" stroke-linecap="round" stroke-linejoin="round"><path d="M2.5 12C4.5 7.5 8 5.5 12 5.5s7.5 2 9.5 6.5c-2 4.5-5.5 6.5-9.5 6.5S4.5 16.5 2.5 12Z"/><circle cx="12" cy="12" r="3"/><path class="cross" d="m4 4 16 16"/></svg>';

export const icon = readFileSync(path.resolve(import.meta.dirname, '../../../web/public/icon.svg'), 'utf8');

export const fontFile = new URL(
  import.meta.resolve('@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2'),
);
export const fontPath = '/figtree.woff2';

const tokens = readFileSync(path.resolve(import.meta.dirname, '../../../web/styles/tokens.css'), 'utf8');
/** The site's colours and shadows, first the light ones. */
const [light, dark] = tokens
  .split(/prefers-color-scheme: dark|\[data-voice/)
  .map((css) => css.match(/--(color|lift|you|them|on)[a-z-]*: [^;]+;/g)?.join(' '));

export const style = `
  @font-face { font-family: Figtree; src: url(${fontPath}) format("woff2"); font-weight: 300 900; font-display: optional; }
  :root { color-scheme: light dark; ${light} }
  @media (prefers-color-scheme: dark) { :root { ${dark} } }
  *, ::before, ::after { box-sizing: border-box; margin: 0; }
  [hidden] { display: none !important; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    display: flex; flex-direction: column; align-items: center; min-height: 100vh; min-height: 100dvh;
    padding: clamp(1.25rem, 6vh, 4.5rem) 1rem 1.5rem; background: var(--color-page); color: var(--color-ink);
    font: 1rem/1.5 Figtree, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    -webkit-font-smoothing: antialiased; overflow-wrap: anywhere; hyphens: auto;
  }
  /* As on the site: lines break between phrases. */
  :lang(ja) { word-break: auto-phrase; }
  :lang(ko) { word-break: keep-all; }
  a { color: var(--color-accent); font-weight: 600; text-underline-offset: 0.2em; }
  a:hover { color: var(--color-accent-strong); }
  :focus-visible { outline: 2px solid var(--color-accent); outline-offset: 2px; border-radius: 0.25rem; }
  header a {
    display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; color: inherit;
    font-size: 1.375rem; font-weight: 700; letter-spacing: -0.02em; text-decoration: none;
  }
  header path:first-child { stroke: var(--them); }
  header path:last-child { stroke: var(--you); }
  main {
    width: 100%; max-width: 26.5rem; margin: 1.25rem 0 auto; padding: clamp(1.5rem, 6vw, 2.25rem);
    background: var(--color-surface); border: 1px solid var(--color-line); border-radius: 1.5rem; box-shadow: var(--lift-card);
  }
  h1 { margin-bottom: 1.5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.02em; }
  form, .field { display: flex; flex-direction: column; }
  form { gap: 1.125rem; }
  .field { flex: 1; gap: 0.375rem; min-width: 0; }
  .names { display: flex; flex-wrap: wrap; gap: 1.125rem 0.875rem; }
  .names .field { flex-basis: 9.5rem; }
  label { font-size: 0.9375rem; font-weight: 600; }
  input {
    width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid var(--color-edge); border-radius: 0.875rem;
    background: var(--color-page); color: inherit; font: inherit;
  }
  input:focus-visible { outline-offset: -1px; border-color: var(--color-accent); border-radius: 0.875rem; }
  input[aria-invalid] { border-color: var(--color-danger); }
  .hint { color: var(--color-muted); font-size: 0.875rem; }
  .error { color: var(--color-danger); font-size: 0.9375rem; font-weight: 500; }
  .problem {
    margin-bottom: 1.25rem; padding: 0.75rem 1rem; border-radius: 0.875rem; background: var(--color-danger-soft);
    color: var(--color-danger); font-weight: 500;
  }
  .password { position: relative; }
  .password input { padding-inline-end: 3.25rem; }
  .show {
    display: grid; place-items: center; position: absolute; inset-block: 1px; inset-inline-end: 1px; width: 3rem; min-height: 0;
    margin: 0; padding: 0; background: none; color: var(--color-accent);
  }
  .show:hover { background: none; color: var(--color-accent-strong); }
  .show:not([aria-pressed="true"]) .cross { display: none; }
  .hidden-text { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
  .note { margin-bottom: 1.25rem; padding: 0.75rem 1rem; border-radius: 0.875rem; background: var(--color-accent-soft); }
  .mail { margin-bottom: 1.25rem; padding: 0.875rem 1rem; border: 1px dashed var(--color-edge); border-radius: 0.875rem; }
  .mail p + p { margin-top: 0.5rem; }
  .mail strong { display: block; font-size: 1.375rem; letter-spacing: 0.08em; }
  .lead { margin: -0.75rem 0 1.25rem; color: var(--color-muted); }
  .forgot { align-self: flex-end; margin-top: -0.8125rem; padding: 0.6875rem 0; font-size: 0.9375rem; }
  button {
    min-height: 3rem; margin-top: 0.5rem; padding: 0 1.25rem; border: 0; border-radius: 0.875rem;
    background: var(--color-accent); color: var(--color-on-accent); font: inherit; font-weight: 600; cursor: pointer;
  }
  button:hover { background: var(--color-accent-strong); }
  button:focus-visible { border-radius: 0.875rem; }
  .terms { display: flex; flex-wrap: wrap; justify-content: center; gap: 0 1.25rem; margin-top: 0.625rem; font-size: 0.875rem; }
  .terms a { max-width: 100%; padding: 0.75rem 0; color: var(--color-muted); font-weight: 500; }
  .other { margin-top: 0.625rem; color: var(--color-muted); text-align: center; text-wrap: balance; }
  .other a { display: inline-block; padding: 0.625rem 0; }
  footer { text-wrap: balance; padding-top: 2rem; color: var(--color-muted); font-size: 0.875rem; text-align: center; }
`;

/** Without scripts the button stays hidden. */
export const script = `
  for (const button of document.querySelectorAll('.show')) {
    const input = document.getElementById(button.getAttribute('aria-controls'));
    button.hidden = false;
    button.addEventListener('click', () => {
      const willShow = input.type === 'password';
      input.type = willShow ? 'text' : 'password';
      button.setAttribute('aria-pressed', String(willShow));
    });
    // Browsers offer to save only password fields.
    input.form.addEventListener('submit', () => (input.type = 'password'));
  }
`;

export function computeHash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
