import { createHash } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type Stripe from 'stripe';
import { type Html, html } from './html.ts';

/** One page of the stand-in. */
export interface Page {
  readonly title: string;
  readonly body: Html;
  /** 200, where nothing else is said. */
  readonly status?: number;
  /** What went wrong before it, as a sentence. */
  readonly problem?: string | undefined;
  /** What has been done before it. */
  readonly notice?: string | undefined;
  /** Where its forms may end, besides the stand-in itself. */
  readonly formsLeadTo?: string | undefined;
}

/** An answer to somebody's browser: a page, or the address to go on to. */
export type PageAnswer = Page | { readonly location: string };

export function sendPage(response: ServerResponse, answer: PageAnswer): void {
  const common = {
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-content-type-options': 'nosniff',
    'cross-origin-opener-policy': 'same-origin',
  };
  if ('location' in answer) {
    response.writeHead(303, { ...common, location: answer.location }).end();
    return;
  }
  const { markup } = documentOf(answer);
  // Browsers hold a form's redirects against `form-action` as well.
  const forms = ["'self'", ...(answer.formsLeadTo ? [new URL(answer.formsLeadTo).origin] : [])].join(' ');
  response.writeHead(answer.status ?? 200, {
    ...common,
    'content-type': 'text/html; charset=utf-8',
    'content-length': Buffer.byteLength(markup),
    'content-security-policy': `default-src 'none'; style-src '${styleHash}'; img-src data:; base-uri 'none'; form-action ${forms}; frame-ancestors 'none'`,
  });
  response.end(markup);
}

/** As `Visa •••• 4242`. */
export function cardName(card: Stripe.PaymentMethod.Card | null | undefined): string {
  const brand = card?.brand ?? 'card';
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${card?.last4}`;
}

/** As `$4.99`. */
export function money(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** As `Nov 28, 2026`, in UTC. */
export function day(seconds: number): string {
  return new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' }).format(seconds * 1_000);
}

/** As `Nov 28, 2026, 14:05:09`, in UTC. */
export function moment(seconds: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'medium', hour12: false, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(seconds * 1_000);
}

function documentOf({ title, body, problem, notice }: Page): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${problem && 'Error: '}${title} · Stripe’s stand-in</title>
    <link rel="icon" href="${icon}">
    <style>${{ markup: style }}</style>
  </head>
  <body>
    <header>Stripe’s stand-in</header>
    <main>
      <h1>${title}</h1>
      ${problem && html`<p class="problem" role="alert">${problem}</p>`}
      ${notice && html`<p class="notice" role="status">${notice}</p>`}
      ${body}
    </main>
    <footer>This runs on your own machine: no bank is asked, and nobody is charged.</footer>
  </body>
</html>
`;
}

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="9" fill="#4b45c6"/><path d="M8 12h16v9H8z" fill="none" stroke="#fff" stroke-width="2.6" stroke-linejoin="round"/><path d="M8 15.5h16" stroke="#fff" stroke-width="2.6"/></svg>',
)}`;

/** The shapes of `web/tokens.css`, in another colour: this is somebody else's site. */
const style = `
  :root {
    color-scheme: light dark;
    --page: #f6f6f9; --surface: #fff; --line: #e2e2ea; --edge: #85859a; --ink: #1b1b24; --muted: #5c5c6d;
    --accent: #4b45c6; --accent-strong: #37329c; --on-accent: #fff; --danger: #a8261c; --danger-soft: #fbecea;
    --good: #17603f; --good-soft: #e4f3ea;
  }
  @media (prefers-color-scheme: dark) {
    :root {
      --page: #111116; --surface: #1a1a22; --line: #30303c; --edge: #7f7f92; --ink: #eeeef4; --muted: #a8a8b8;
      --accent: #b3aeff; --accent-strong: #cfccff; --on-accent: #15123d; --danger: #ffb3a9; --danger-soft: #3a1b18;
      --good: #8fdcb2; --good-soft: #14301f;
    }
  }
  *, ::before, ::after { box-sizing: border-box; margin: 0; }
  html { -webkit-text-size-adjust: 100%; }
  body {
    max-width: 60rem; min-height: 100vh; margin: 0 auto; padding: clamp(1rem, 4vh, 3rem) 1rem 1.5rem;
    background: var(--page); color: var(--ink);
    font: 1rem/1.5 Figtree, ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", sans-serif;
    -webkit-font-smoothing: antialiased;
  }
  a { color: var(--accent); font-weight: 600; text-underline-offset: 0.2em; }
  a:hover { color: var(--accent-strong); }
  :focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 0.25rem; }
  header { color: var(--muted); font-weight: 600; }
  h1 { margin: 0.25rem 0 1.25rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -0.02em; }
  h2 { margin-bottom: 0.75rem; font-size: 1.125rem; }
  section, article {
    margin-top: 1rem; padding: clamp(1rem, 4vw, 1.5rem); border: 1px solid var(--line); border-radius: 1.25rem;
    background: var(--surface);
  }
  section > * + *, article > * + * { margin-top: 0.75rem; }
  article h3 { font-size: 1rem; overflow-wrap: anywhere; }
  form { display: flex; flex-wrap: wrap; align-items: end; gap: 0.625rem; }
  form.card { flex-direction: column; align-items: stretch; gap: 1rem; max-width: 26rem; }
  .actions { display: flex; flex-wrap: wrap; gap: 0.625rem; align-items: center; }
  .field { display: flex; flex-direction: column; gap: 0.375rem; min-width: 0; }
  .pair .field, .row .field { flex: 1 1 9rem; }
  .pair { display: flex; flex-wrap: wrap; gap: 1rem 0.75rem; }
  label { font-size: 0.9375rem; font-weight: 600; }
  input {
    width: 100%; min-height: 2.75rem; padding: 0 0.75rem; border: 1px solid var(--edge); border-radius: 0.75rem;
    background: var(--page); color: inherit; font: inherit;
  }
  input:focus-visible { outline-offset: -1px; border-color: var(--accent); border-radius: 0.75rem; }
  input[aria-invalid] { border-color: var(--danger); }
  button {
    min-height: 2.75rem; padding: 0 1rem; border: 1px solid var(--edge); border-radius: 0.75rem;
    background: transparent; color: inherit; font: inherit; font-weight: 600; cursor: pointer;
  }
  button:hover { border-color: var(--accent); color: var(--accent); }
  button.main { border-color: transparent; background: var(--accent); color: var(--on-accent); }
  button.main:hover { background: var(--accent-strong); color: var(--on-accent); }
  button:focus-visible { border-radius: 0.75rem; }
  dl { display: grid; grid-template-columns: minmax(6rem, auto) minmax(0, 1fr); gap: 0.25rem 1rem; }
  dt { color: var(--muted); }
  dd, td, li { overflow-wrap: anywhere; }
  ul { padding: 0; list-style: none; }
  li + li { margin-top: 0.75rem; }
  .row { display: flex; flex-wrap: wrap; align-items: end; justify-content: space-between; gap: 0.5rem 1rem; }
  .table { overflow-x: auto; }
  table { width: 100%; border-collapse: collapse; font-size: 0.9375rem; }
  th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-top: 1px solid var(--line); text-align: left; vertical-align: baseline; }
  td button { white-space: nowrap; }
  thead th { border-top: 0; color: var(--muted); font-weight: 500; }
  td.amount, th.amount { text-align: right; padding-right: 0; white-space: nowrap; }
  summary { width: fit-content; padding: 0.25rem 0; cursor: pointer; }
  code { font-family: ui-monospace, monospace; }
  .muted { color: var(--muted); font-size: 0.9375rem; }
  .error { color: var(--danger); font-size: 0.9375rem; font-weight: 500; }
  .problem, .notice { margin-bottom: 1rem; padding: 0.75rem 1rem; border-radius: 0.75rem; font-weight: 500; }
  .problem { background: var(--danger-soft); color: var(--danger); }
  .notice { background: var(--good-soft); color: var(--good); }
  footer { padding-top: 2rem; color: var(--muted); font-size: 0.875rem; }
`;

const styleHash = `sha256-${createHash('sha256').update(style).digest('base64')}`;
