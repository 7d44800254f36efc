import type { ServerResponse } from 'node:http';
import { type Html, html } from '../html.ts';
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

interface Page {
  readonly title: string;
  readonly body: Html;
}

/** Of the forms' fields. */
export const maxLengths = { email: 254, password: 256, given_name: 100, family_name: 100, code: 6 };

export type Field = keyof typeof maxLengths;

export const passwordRule = 'At least 8 characters, with a number, a lowercase and an uppercase letter.';

export function renderSignIn(form: Form): Page {
  return {
    title: 'Sign in',
    body: html`<form method="post" action="/login${form.query}">
        ${renderInput(form, 'email', 'Email address', 'username')}
        ${renderInput(form, 'password', 'Password', 'current-password')}
        <a class="forgot" href="/forgotPassword${form.query}">Forgot your password?</a>
        <button>Sign in</button>
      </form>
      <p class="other">New to Parley? <a href="/signup${form.query}">Create a free account</a></p>`,
  };
}

export function renderSignUp(form: Form): Page {
  return {
    title: 'Create your account',
    body: html`<form method="post" action="/signup${form.query}">
        <div class="names">
          ${renderInput(form, 'given_name', 'First name (optional)', 'given-name')}
          ${renderInput(form, 'family_name', 'Last name (optional)', 'family-name')}
        </div>
        ${renderInput(form, 'email', 'Email address', 'username')}
        ${renderInput(form, 'password', 'Password', 'new-password')}
        <button>Create account</button>
      </form>
      <p class="other">Already have an account? <a href="/login${form.query}">Sign in</a></p>`,
  };
}

export function renderForgot(form: Form): Page {
  return {
    title: 'Reset your password',
    body: html`<p class="lead">We’ll send you a code.</p>
      <form method="post" action="/forgotPassword${form.query}">
        ${renderInput(form, 'email', 'Email address', 'username')}
        <button>Send code</button>
      </form>
      <p class="other"><a href="/login${form.query}">Back to sign in</a></p>`,
  };
}

export function renderNewPassword(form: Form): Page {
  const { query, values, mailedCode } = form;
  return {
    title: 'Choose a new password',
    body: html`<p class="lead">If ${values?.email} has an account, we’ve sent a code to that address.</p>
      ${mailedCode && renderMail(values?.email, mailedCode)}
      <form method="post" action="/confirmForgotPassword${query}">
        <input type="hidden" name="email" value="${values?.email}">
        ${renderInput(form, 'code', 'Code', 'one-time-code')}
        ${renderInput(form, 'password', 'New password', 'new-password')}
        <button>Change password</button>
      </form>
      <p class="other"><a href="/forgotPassword${query}">Send a new code</a></p>`,
  };
}

/** This computer sends no mail. */
function renderMail(email: string | undefined, code: string): Html {
  return html`<aside class="mail" aria-label="Email">
        <p class="hint">Email to ${email}, shown here because this computer can’t send it</p>
        <p>Your code to reset your Parley password is <strong>${code}</strong></p>
      </aside>`;
}

export function sendError(response: ServerResponse, client: Client, status: number, message: string): void {
  const body = html`<p role="alert">${message}</p>
      <p class="other"><a href="${client.signOutUrl}">Back to Parley</a></p>`;
  sendPage(response, client, { title: 'That didn’t work', body }, { status });
}

export function sendPage(
  response: ServerResponse,
  { signOutUrl }: Client,
  page: Page,
  { form, status = 200 }: { form?: Form; status?: number },
): void {
  response.writeHead(status, {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-store',
    // `form-action` applies to redirects too, and these end at the site.
    'content-security-policy': `default-src 'none'; style-src ${computeHash(style)}; script-src ${computeHash(script)}; font-src 'self'; img-src data:; base-uri 'none'; form-action 'self' ${new URL(signOutUrl).origin}; frame-ancestors 'none'`,
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin-allow-popups',
  });
  response.end(renderDocument(signOutUrl, page, form).markup);
}

function renderDocument(signOutUrl: string, { title, body }: Page, form: Form | undefined): Html {
  const { errors = {}, problem, note } = form ?? {};
  const hasErrors = problem || Object.keys(errors).length > 0;
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${hasErrors && 'Error: '}${title} · Parley</title>
    <link rel="icon" href="data:image/svg+xml,${encodeURIComponent(icon)}">
    <link rel="preload" as="font" type="font/woff2" href="${fontPath}" crossorigin>
    <style>${{ markup: style }}</style>
  </head>
  <body>
    <header><a href="${signOutUrl}">${{ markup: logo }}<span>Parley</span></a></header>
    <main>
      <h1>${title}</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}${note && html`<p class="note" role="status">${note}</p>`}
      ${body}
    </main>
    <footer>This login and its accounts exist only on this computer.</footer>
    <script>${{ markup: script }}</script>
  </body>
</html>
`;
}

function renderInput(form: Form, name: Field, label: string, autocomplete: string): Html {
  const type = name === 'email' || name === 'password' ? name : 'text';
  const isPassword = type === 'password';
  const error = form.errors?.[name];
  const rule = autocomplete === 'new-password' && passwordRule;
  const help = isPassword && form.errors ? 'Enter it again.' : rule;
  const note = error
    ? html`<p class="error" id="${name}-note" role="alert">${error}</p>`
    : help && html`<p class="hint" id="${name}-note">${help}</p>`;
  const field = html`<input id="${name}" name="${name}" type="${type}" autocomplete="${autocomplete}"
            maxlength="${maxLengths[name]}" ${!autocomplete.endsWith('-name') && html`required`} value="${!isPassword && form.values?.[name]}"
            ${type !== 'text' && html`autocapitalize="none" spellcheck="false"`}
            ${name === 'code' && html`inputmode="numeric"`} ${note && html`aria-describedby="${name}-note"`}
            ${error && html`aria-invalid="true"`} ${findFocus(form) === name && html`autofocus`}>`;
  return html`<div class="field">
          <label for="${name}">${label}</label>
          ${isPassword ? addShowButton(name, field) : field}
          ${note}
        </div>`;
}

function addShowButton(name: Field, field: Html): Html {
  return html`<div class="password">${field}<button type="button" class="show" hidden aria-pressed="false" aria-controls="${name}">Show<span class="hidden-text"> password</span></button></div>`;
}

function findFocus({ errors = {}, problem }: Form): Field | undefined {
  const order: Field[] = ['given_name', 'family_name', 'email', 'code', 'password'];
  return order.find((name) => errors[name]) ?? (problem ? 'password' : undefined);
}
