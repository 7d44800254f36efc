import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Client } from './client.ts';

/** Named as in the user pool. */
export type Field = 'email' | 'password' | 'given_name' | 'family_name';

export interface Form {
  /** Parameters of the authorisation request. */
  readonly query: string;
  /** Typed values, to show again. Passwords are not. */
  readonly values?: Partial<Record<Field, string>>;
  /** Sentences. */
  readonly errors?: Partial<Record<Field, string>>;
  /** A sentence about the whole form. */
  readonly problem?: string;
}

export const lengths: Record<Field, number> = {
  email: 254,
  password: 256,
  given_name: 100,
  family_name: 100,
};

export const passwordRule = 'At least 8 characters, with a number, a lowercase and an uppercase letter.';

export function signInPage(client: Client, form: Form): string {
  return page(client, {
    title: 'Sign in',
    form,
    body: `
      <form method="post" action="/login${escapeHtml(form.query)}">
        ${input(form, { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
        ${input(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
        <button>Sign in</button>
      </form>
      <p class="other">New to Parley? <a href="/signup${escapeHtml(form.query)}">Create a free account</a></p>`,
  });
}

export function signUpPage(client: Client, form: Form): string {
  return page(client, {
    title: 'Create your account',
    form,
    body: `
      <form method="post" action="/signup${escapeHtml(form.query)}">
        <div class="names">
          ${input(form, { name: 'given_name', label: 'First name', type: 'text', autocomplete: 'given-name' })}
          ${input(form, { name: 'family_name', label: 'Last name', type: 'text', autocomplete: 'family-name' })}
        </div>
        ${input(form, { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
        ${input(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: passwordRule })}
        <button>Create account</button>
      </form>
      <p class="other">Already have an account? <a href="/login${escapeHtml(form.query)}">Sign in</a></p>`,
  });
}

export function errorPage(client: Client, sentence: string): string {
  return page(client, {
    title: 'That didn’t work',
    body: `
      <p role="alert">${escapeHtml(sentence)}</p>
      <p class="other"><a href="${escapeHtml(client.signOutUrl)}">Back to Parley</a></p>`,
  });
}

export function sendPage(response: ServerResponse, status: number, html: string, client: Client): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    // `form-action` applies to redirects too, and these end at the site.
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; form-action 'self' ${new URL(client.signOutUrl).origin}; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  response.end(html);
}

function page(client: Client, { title, form, body }: { title: string; form?: Form; body: string }): string {
  const isWrong = form?.problem || Object.keys(form?.errors ?? {}).length > 0;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${isWrong ? 'Error: ' : ''}${title} · Parley</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <style>${style}</style>
  </head>
  <body>
    <header><a href="${escapeHtml(client.signOutUrl)}">${mark}<span>Parley</span></a></header>
    <main>
      <h1>${title}</h1>
      ${form?.problem ? `<p class="problem" role="alert">${escapeHtml(form.problem)}</p>` : ''}${body}
    </main>
    <footer>This login and its accounts exist only on this computer.</footer>
  </body>
</html>
`;
}

function input(form: Form, { name, label, type, autocomplete, hint }: Input): string {
  const value = type === 'password' ? '' : (form.values?.[name] ?? '');
  const error = form.errors?.[name];
  const help = error ? undefined : type === 'password' && form.errors ? 'Enter it again.' : hint;
  const described = [help && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"`,
    `maxlength="${lengths[name]}" required`,
    type === 'text' ? '' : 'autocapitalize="none" spellcheck="false"',
    value && `value="${escapeHtml(value)}"`,
    described && `aria-describedby="${described}"`,
    error && 'aria-invalid="true"',
    findFocus(form) === name && 'autofocus',
  ];
  return `<div class="field">
          <label for="${name}">${label}</label>
          <input ${attributes.filter(Boolean).join(' ')}>
          ${error ? `<p class="error" id="${name}-error" role="alert">${escapeHtml(error)}</p>` : ''}
          ${help ? `<p class="hint" id="${name}-hint">${help}</p>` : ''}
        </div>`;
}

interface Input {
  name: Field;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
}

/** The field to correct. */
function findFocus({ errors = {}, problem }: Form): Field | undefined {
  const order: Field[] = ['given_name', 'family_name', 'email', 'password'];
  return order.find((name) => errors[name]) ?? (problem ? 'password' : undefined);
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

const shape =
  '<path d="M11 26V14a6 6 0 1 1 6 6h-2" fill="none" stroke-width="3.6" stroke-linecap="round" stroke-linejoin="round"/>';
const mark = `<svg viewBox="0 0 32 32" width="36" height="36" aria-hidden="true"><rect width="32" height="32" rx="9"/>${shape}<circle cx="17" cy="14" r="1.7"/></svg>`;
const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#0b6b5b"/>${shape.replace('<path', '<path stroke="#fff"')}<circle cx="17" cy="14" r="1.7" fill="#fff"/></svg>`;

/** As in `web/styles/tokens.css`. */
const style = `
  :root {
    color-scheme: light dark;
    --page: #f7f6f2; --surface: #fff; --line: #e5e2d9; --edge: #8b887e; --ink: #1a1d1b; --muted: #5e625d;
    --accent: #0b6b5b; --accent-strong: #075447; --on-accent: #fff; --danger: #a8261c; --danger-soft: #fbecea;
    --lift: 0 1px 2px rgb(40 36 20 / 0.04), 0 8px 28px -12px rgb(40 36 20 / 0.1);
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #111413; --surface: #1a1e1c; --line: #2f3532; --edge: #7d847f; --ink: #eef0ec; --muted: #a6ada7;
      --accent: #6ad4bd; --accent-strong: #8ee2cf; --on-accent: #05231d; --danger: #ffb3a9; --danger-soft: #3a1b18;
      --lift: 0 1px 2px rgb(0 0 0 / 0.3);
    }
  }
  *, ::before, ::after { box-sizing: border-box; margin: 0; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    display: flex; flex-direction: column; align-items: center; min-height: 100vh; min-height: 100dvh;
    padding: clamp(1.25rem, 6vh, 4.5rem) 1rem 1.5rem; background: var(--page); color: var(--ink);
    font: 1rem/1.5 Figtree, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    -webkit-font-smoothing: antialiased;
  }
  a { color: var(--accent); font-weight: 600; text-underline-offset: 0.2em; }
  a:hover { color: var(--accent-strong); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
  header a {
    display: inline-flex; align-items: center; gap: 0.625rem; min-height: 2.75rem; color: inherit;
    font-size: 1.375rem; font-weight: 700; letter-spacing: -0.02em; text-decoration: none;
  }
  svg rect { fill: var(--accent); }
  svg path { stroke: var(--on-accent); }
  svg circle { fill: var(--on-accent); }
  main {
    width: 100%; max-width: 26.5rem; margin: 1.25rem 0 auto; padding: clamp(1.5rem, 6vw, 2.25rem);
    background: var(--surface); border: 1px solid var(--line); border-radius: 1.5rem; box-shadow: var(--lift);
  }
  h1 { margin-bottom: 1.5rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.02em; }
  form, .field { display: flex; flex-direction: column; }
  form { gap: 1.125rem; }
  .field { flex: 1; gap: 0.375rem; min-width: 0; }
  .names { display: flex; flex-wrap: wrap; gap: 1.125rem 0.875rem; }
  .names .field { flex-basis: 9.5rem; }
  label { font-size: 0.9375rem; font-weight: 600; }
  input {
    width: 100%; min-height: 3rem; padding: 0 0.875rem; border: 1px solid var(--edge); border-radius: 0.875rem;
    background: var(--page); color: inherit; font: inherit;
  }
  input:focus-visible { outline-offset: -1px; border-color: var(--accent); border-radius: 0.875rem; }
  input[aria-invalid] { border-color: var(--danger); }
  .hint { color: var(--muted); font-size: 0.875rem; }
  .error { color: var(--danger); font-size: 0.9375rem; font-weight: 500; }
  .problem {
    margin-bottom: 1.25rem; padding: 0.75rem 1rem; border-radius: 0.875rem; background: var(--danger-soft);
    color: var(--danger); font-weight: 500;
  }
  button {
    min-height: 3rem; margin-top: 0.5rem; padding: 0 1.25rem; border: 0; border-radius: 0.875rem;
    background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; cursor: pointer;
  }
  button:hover { background: var(--accent-strong); }
  button:focus-visible { border-radius: 0.875rem; }
  .other { margin-top: 0.625rem; color: var(--muted); text-align: center; text-wrap: balance; }
  .other a { display: inline-block; padding: 0.625rem 0; }
  footer { text-wrap: balance; padding-top: 2rem; color: var(--muted); font-size: 0.875rem; text-align: center; }
`;

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
