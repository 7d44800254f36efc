import type { ServerResponse } from 'node:http';
import { escapeHtml } from '../html.ts';
import type { Client } from './client.ts';
import { computeHash, fontPath, icon, logo, script, style } from './theme.ts';

export interface Form {
  readonly query: string;
  /** As typed. Passwords are not shown again. */
  readonly values?: Partial<Record<Field, string>>;
  readonly errors?: Partial<Record<Field, string>>;
  readonly problem?: string;
  readonly note?: string;
  readonly mailedCode?: string | undefined;
}

/** Of the forms' fields. */
export const maxLengths = {
  email: 254,
  password: 256,
  given_name: 100,
  family_name: 100,
  code: 6,
};

export type Field = keyof typeof maxLengths;

export const passwordRule = 'At least 8 characters, with a number, a lowercase and an uppercase letter.';

export function renderSignIn(client: Client, form: Form): string {
  return render(client, {
    title: 'Sign in',
    form,
    body: `
      <form method="post" action="/login${escapeHtml(form.query)}">
        ${renderInput(form, { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
        ${renderInput(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'current-password' })}
        <a class="forgot" href="/forgotPassword${escapeHtml(form.query)}">Forgot your password?</a>
        <button>Sign in</button>
      </form>
      <p class="other">New to Parley? <a href="/signup${escapeHtml(form.query)}">Create a free account</a></p>`,
  });
}

export function renderSignUp(client: Client, form: Form): string {
  return render(client, {
    title: 'Create your account',
    form,
    body: `
      <form method="post" action="/signup${escapeHtml(form.query)}">
        <div class="names">
          ${renderInput(form, { name: 'given_name', label: 'First name', type: 'text', autocomplete: 'given-name' })}
          ${renderInput(form, { name: 'family_name', label: 'Last name', type: 'text', autocomplete: 'family-name' })}
        </div>
        ${renderInput(form, { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
        ${renderInput(form, { name: 'password', label: 'Password', type: 'password', autocomplete: 'new-password', hint: passwordRule })}
        <button>Create account</button>
      </form>
      <p class="other">Already have an account? <a href="/login${escapeHtml(form.query)}">Sign in</a></p>`,
  });
}

export function renderForgot(client: Client, form: Form): string {
  return render(client, {
    title: 'Reset your password',
    form,
    body: `
      <p class="lead">We’ll send you a code.</p>
      <form method="post" action="/forgotPassword${escapeHtml(form.query)}">
        ${renderInput(form, { name: 'email', label: 'Email address', type: 'email', autocomplete: 'username' })}
        <button>Send code</button>
      </form>
      <p class="other"><a href="/login${escapeHtml(form.query)}">Back to sign in</a></p>`,
  });
}

export function renderNewPassword(client: Client, form: Form): string {
  const email = escapeHtml(form.values?.email ?? '');
  return render(client, {
    title: 'Choose a new password',
    form,
    body: `
      <p class="lead">If ${email} has an account, we’ve sent a code to that address.</p>
      ${form.mailedCode ? renderMail(email, form.mailedCode) : ''}
      <form method="post" action="/confirmForgotPassword${escapeHtml(form.query)}">
        <input type="hidden" name="email" value="${email}">
        ${renderInput(form, { name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code' })}
        ${renderInput(form, { name: 'password', label: 'New password', type: 'password', autocomplete: 'new-password', hint: passwordRule })}
        <button>Change password</button>
      </form>
      <p class="other"><a href="/forgotPassword${escapeHtml(form.query)}">Send a new code</a></p>`,
  });
}

/** This computer sends no mail. */
function renderMail(email: string, code: string): string {
  return `<aside class="mail" aria-label="Email">
        <p class="hint">Email to ${email}, shown here because this computer can’t send it</p>
        <p>Your code to reset your Parley password is <strong>${code}</strong></p>
      </aside>`;
}

export function sendError(response: ServerResponse, client: Client, status: number, message: string): void {
  const body = `
      <p role="alert">${escapeHtml(message)}</p>
      <p class="other"><a href="${escapeHtml(client.signOutUrl)}">Back to Parley</a></p>`;
  sendPage(response, status, render(client, { title: 'That didn’t work', body }), client);
}

export function sendPage(response: ServerResponse, status: number, html: string, client: Client): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(html),
    'cache-control': 'no-store',
    // `form-action` applies to redirects too, and these end at the site.
    'content-security-policy': `default-src 'none'; style-src ${computeHash(style)}; script-src ${computeHash(script)}; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self' ${new URL(client.signOutUrl).origin}; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  response.end(html);
}

function render(client: Client, { title, form, body }: { title: string; form?: Form; body: string }): string {
  const hasErrors = form?.problem || Object.keys(form?.errors ?? {}).length > 0;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${hasErrors ? 'Error: ' : ''}${title} · Parley</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <link rel="preload" as="font" type="font/woff2" href="${fontPath}" crossorigin>
    <style>${style}</style>
  </head>
  <body>
    <header><a href="${escapeHtml(client.signOutUrl)}">${logo}<span>Parley</span></a></header>
    <main>
      <h1>${title}</h1>
      ${form?.problem ? `<p class="problem" role="alert">${escapeHtml(form.problem)}</p>` : ''}${form?.note ? `<p class="note" role="status">${escapeHtml(form.note)}</p>` : ''}${body}
    </main>
    <footer>This login and its accounts exist only on this computer.</footer>
    <script>${script}</script>
  </body>
</html>
`;
}

function renderInput(form: Form, { name, label, type, autocomplete, hint }: Input): string {
  const value = type === 'password' ? '' : (form.values?.[name] ?? '');
  const error = form.errors?.[name];
  const help = error ? undefined : type === 'password' && form.errors ? 'Enter it again.' : hint;
  const describedBy = [help && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const attributes = [
    `id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"`,
    `maxlength="${maxLengths[name]}" required`,
    type === 'text' ? '' : 'autocapitalize="none" spellcheck="false"',
    name === 'code' && 'inputmode="numeric"',
    value && `value="${escapeHtml(value)}"`,
    describedBy && `aria-describedby="${describedBy}"`,
    error && 'aria-invalid="true"',
    findFocus(form) === name && 'autofocus',
  ];
  const field = `<input ${attributes.filter(Boolean).join(' ')}>`;
  return `<div class="field">
          <label for="${name}">${label}</label>
          ${type === 'password' ? addShowButton(name, field) : field}
          ${error ? `<p class="error" id="${name}-error" role="alert">${escapeHtml(error)}</p>` : ''}
          ${help ? `<p class="hint" id="${name}-hint">${help}</p>` : ''}
        </div>`;
}

function addShowButton(name: Field, field: string): string {
  return `<div class="password">${field}<button type="button" class="show" hidden aria-pressed="false" aria-controls="${name}">Show<span class="hidden-text"> password</span></button></div>`;
}

interface Input {
  name: Field;
  label: string;
  type: 'text' | 'email' | 'password';
  autocomplete: string;
  hint?: string;
}

function findFocus({ errors = {}, problem }: Form): Field | undefined {
  const order: Field[] = ['given_name', 'family_name', 'email', 'code', 'password'];
  return order.find((name) => errors[name]) ?? (problem ? 'password' : undefined);
}
