import type { ServerResponse } from 'node:http';
import { type Html, html } from '../../html.ts';
import type { Objects, Subscription } from '../account/objects.ts';

export interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly problem?: string | undefined;
}

export type PageResult = Page | { readonly location: string };

export function sendPage(response: ServerResponse, result: PageResult): void {
  const common = { 'cache-control': 'no-store', 'x-frame-options': 'DENY' };
  if ('location' in result) {
    response.writeHead(303, { ...common, location: result.location }).end();
    return;
  }
  response.writeHead(result.status ?? 200, { ...common, 'content-type': 'text/html; charset=utf-8' });
  response.end(renderDocument(result).markup);
}

export function renderButton(path: string, fields: Record<string, string>, label: string, about?: string) {
  return html`<form method="post" action="${path}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button aria-label="${about ? `${label}: ${about}` : label}">${label}</button>
  </form>`;
}

export function formatCard({ card }: Objects['payment_method']): string {
  const brand = card?.brand ?? 'card';
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${card?.last4}`;
}

export function formatRate({ items }: Subscription): string {
  const [{ price }] = items.data;
  return `${formatMoney(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}`;
}

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** As `Nov 28, 2026, 14:05`, in UTC. */
export function formatTime(seconds: number): string {
  const options = { dateStyle: 'medium', timeStyle: 'short', hour12: false, timeZone: 'UTC' } as const;
  return new Intl.DateTimeFormat('en-US', options).format(seconds * 1_000);
}

function renderDocument({ title, body, problem }: Page): Html {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title} · Stripe’s stand-in</title>
    <link rel="icon" href="data:,">
    <style>
      :root { color-scheme: light dark; }
      body { max-width: 50rem; margin: 1rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
      section { margin: 1rem 0; padding: 1rem; border: 1px solid; border-radius: 1rem; }
      .actions { display: flex; flex-wrap: wrap; gap: 0.5rem; }
      label { display: block; }
      input, button { min-height: 2.75rem; padding: 0 0.75rem; font: inherit; }
    </style>
  </head>
  <body>
    <main>
      <h1>${title}</h1>
      ${problem && html`<p role="alert"><strong>${problem}</strong></p>`}
      ${body}
    </main>
    <footer>A stand-in for Stripe on your own machine. It charges no one.</footer>
  </body>
</html>
`;
}
