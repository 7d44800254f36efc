import type { ServerResponse } from 'node:http';
import { interfaceLanguages } from '../../../shared/interface-languages.ts';
import { type Html, html } from '../html.ts';
import type { Client } from './client.ts';
import { computeHash, eye, fontPath, icon, logo, script, style } from './theme.ts';
import type { Wording } from './wording.ts';

export interface Form {
  readonly texts: Wording['texts'];
  readonly query: string;
  /** With a slash at its end. */
  readonly site: string;
  /** As typed. Passwords are not shown again. */
  readonly values?: Partial<Record<Field, string>>;
  readonly errors?: Partial<Record<Field, string>>;
  readonly problem?: string;
  readonly note?: string;
  readonly mailedCode?: string | undefined;
  /** Of somebody who gave the right password. */
  readonly challenge?: string;
}

interface Page {
  readonly title: string;
  readonly body: Html;
}

/** Of the forms' fields. */
export const maxLengths = {
  email: 254,
  password: 256,
  given_name: 100,
  family_name: 100,
  code: 6,
  challenge: 36,
};

export type Field = keyof typeof maxLengths;

export function renderSignIn(form: Form): Page {
  const { query, texts } = form;
  return {
    title: texts.signIn,
    body: html`<form method="post" action="/login${query}">
        ${renderInput(form, 'email', texts.email, 'username')}
        ${renderInput(form, 'password', texts.password, 'current-password')}
        <a class="forgot" href="/forgotPassword${query}">${texts.forgotPassword}</a>
        <button>${texts.signIn}</button>
      </form>
      <p class="other">${texts.newToParley} <a href="/signup${query}">${texts.createFreeAccount}</a></p>`,
  };
}

/** After the right password of an account with a second factor. */
export function renderSecondFactor(form: Form): Page {
  const { query, texts, challenge } = form;
  return {
    title: texts.enterAppCode,
    body: html`<p class="lead">${texts.openYourApp}</p>
      <form method="post" action="/mfa${query}">
        <input type="hidden" name="challenge" value="${challenge}">
        ${renderInput(form, 'code', texts.appCode, 'one-time-code')}
        <button>${texts.signIn}</button>
      </form>
      <p class="other">${texts.lostYourPhone}</p>
      <p class="other"><a href="/login${query}">${texts.backToSignIn}</a></p>`,
  };
}

export function renderSignUp(form: Form): Page {
  const { query, texts, site } = form;
  return {
    title: texts.createYourAccount,
    body: html`<form method="post" action="/signup${query}">
        ${renderInput(form, 'email', texts.email, 'username')}
        ${renderInput(form, 'password', texts.password, 'new-password')}
        <div class="names">
          ${renderInput(form, 'given_name', texts.firstName, 'given-name')}
          ${renderInput(form, 'family_name', texts.lastName, 'family-name')}
        </div>
        <button>${texts.createAccount}</button>
      </form>
      <p class="terms">
        <a href="${site}terms">${texts.terms}</a>
        <a href="${site}privacy-policy">${texts.privacyPolicy}</a>
      </p>
      <p class="other">${texts.haveAccount} <a href="/login${query}">${texts.signIn}</a></p>`,
  };
}

export function renderForgot(form: Form): Page {
  const { query, texts } = form;
  return {
    title: texts.resetPassword,
    body: html`<p class="lead">${texts.weSendCode}</p>
      <form method="post" action="/forgotPassword${query}">
        ${renderInput(form, 'email', texts.email, 'username')}
        <button>${texts.sendCode}</button>
      </form>
      <p class="other"><a href="/login${query}">${texts.backToSignIn}</a></p>`,
  };
}

export function renderNewPassword(form: Form): Page {
  const { query, texts, values, mailedCode } = form;
  return {
    title: texts.choosePassword,
    body: html`<p class="lead">${texts.codeSent(values?.email ?? '')}</p>
      ${mailedCode && renderMail(texts, values?.email ?? '', mailedCode)}
      <form method="post" action="/confirmForgotPassword${query}">
        <input type="hidden" name="email" value="${values?.email}">
        ${renderInput(form, 'code', texts.code, 'one-time-code')}
        ${renderInput(form, 'password', texts.newPassword, 'new-password')}
        <button>${texts.changePassword}</button>
      </form>
      <p class="other"><a href="/forgotPassword${query}">${texts.sendNewCode}</a></p>`,
  };
}

/** This computer sends no mail. */
function renderMail(texts: Wording['texts'], email: string, code: string): Html {
  return html`<aside class="mail" aria-label="${texts.email}">
        <p class="hint">${texts.mailShownHere(email)}</p>
        <p><strong>${code}</strong></p>
        <p>${texts.mailBody}</p>
      </aside>`;
}

export function sendError(
  response: ServerResponse,
  client: Client,
  wording: Wording,
  status: number,
  message: string,
): void {
  const { texts } = wording;
  const body = html`<p role="alert">${message}</p>
      <p class="other"><a href="${client.signOutUrl}">${texts.backToParley}</a></p>`;
  sendPage(response, client, wording, { title: texts.failed, body }, { status });
}

export function sendPage(
  response: ServerResponse,
  { signOutUrl }: Client,
  wording: Wording,
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
  response.end(renderDocument(signOutUrl, wording, page, form).markup);
}

function renderDocument(
  signOutUrl: string,
  { language, texts }: Wording,
  { title, body }: Page,
  form: Form | undefined,
): Html {
  const { errors = {}, problem, note } = form ?? {};
  const hasErrors = problem || Object.keys(errors).length > 0;
  return html`<!doctype html>
<html lang="${language}" dir="${interfaceLanguages[language].direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${hasErrors ? texts.errorTitle(title) : title} · Parley</title>
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
    <footer>${texts.onlyHere}</footer>
    <script>${{ markup: script }}</script>
  </body>
</html>
`;
}

function renderInput(form: Form, name: Field, label: string, autocomplete: string): Html {
  const type = name === 'email' || name === 'password' ? name : 'text';
  const isPassword = type === 'password';
  const error = form.errors?.[name];
  const rule = autocomplete === 'new-password' && form.texts.passwordRule;
  const help = isPassword && form.errors ? form.texts.enterAgain : rule;
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
          ${isPassword ? addShowButton(form.texts, name, field) : field}
          ${note}
        </div>`;
}

function addShowButton(texts: Wording['texts'], name: Field, field: Html): Html {
  return html`<div class="password">${field}<button type="button" class="show" hidden aria-pressed="false" aria-controls="${name}">${{ markup: eye }}<span class="hidden-text">${texts.showPassword}</span></button></div>`;
}

function findFocus({ errors = {}, problem }: Form): Field | undefined {
  const order: Field[] = ['email', 'code', 'password', 'given_name', 'family_name'];
  return order.find((name) => errors[name]) ?? (problem ? 'password' : undefined);
}
