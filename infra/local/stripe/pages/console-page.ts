import type { Account, Objects } from '../account.ts';
import { hasEnded, type Subscription } from '../billing-objects.ts';
import type { Clock } from '../clock.ts';
import type { Deliveries } from '../deliveries.ts';
import { nextDue } from '../time.ts';
import { type Html, html } from './html.ts';
import { cardName, moment, money, type Page } from './page.ts';

/** What has been done before the page is shown. */
export type ConsoleNotice = keyof typeof notices;

const notices = {
  clock: 'The clock was moved, and all that fell due has happened.',
  webhooks: 'Webhooks now go as you have said.',
  canceled: 'The subscription has ended.',
  refunded: 'The last payment was refunded.',
  disputed: 'The last payment is disputed.',
  decided: 'The dispute is decided.',
};

export function consolePage(
  { account, clock, deliveries }: { account: Account; clock: Clock; deliveries: Deliveries },
  { done, problem }: { done?: string | undefined; problem?: string } = {},
): Page {
  return {
    title: 'Customers, clock and webhooks',
    problem,
    notice: done !== undefined && Object.hasOwn(notices, done) ? notices[done as ConsoleNotice] : undefined,
    body: html`${clockSection(account, clock)} ${customerSection(account)} ${webhookSection(deliveries)}`,
  };
}

function clockSection(account: Account, clock: Clock): Html {
  const next = nextDue(account);
  const step = (word: string, label: string) => html`<button name="step" value="${word}">${label}</button>`;
  return html`<section>
    <h2>Clock</h2>
    <p>It is <strong>${moment(clock.now())}</strong> UTC. ${next !== undefined && `Something happens by itself on ${moment(next)}.`}</p>
    <form method="post" action="/">
      <input type="hidden" name="action" value="clock">
      ${step('day', '+1 day')} ${step('days', '+8 days')} ${step('month', '+1 month')} ${step('year', '+1 year')}
      ${next !== undefined && step('next', 'To what happens next')}
    </form>
    <form class="row" method="post" action="/">
      <input type="hidden" name="action" value="clock">
      <div class="field">
        <label for="date">Date and time, UTC</label>
        <input id="date" name="date" type="datetime-local" step="1" required value="${inputDate(clock.now())}">
      </div>
      <button>Move there</button>
    </form>
    <p class="muted">The site’s own clock stays as it is.</p>
  </section>`;
}

/** The newest come first; a machine where tests run has thousands. */
const shownCustomers = 20;

function customerSection(account: Account): Html {
  const all = account.all('customer');
  const shown = all.slice(-shownCustomers).toReversed();
  return html`<section>
    <h2>Customers</h2>
    ${all.length === 0 && html`<p>There is none yet: subscribe on the site.</p>`}
    ${shown.map((customer) => customerArticle(account, customer))}
    ${all.length > shown.length && html`<p class="muted">And ${all.length - shown.length} older ones.</p>`}
  </section>`;
}

function customerArticle(account: Account, customer: Objects['customer']): Html {
  const subscription = account.all('subscription').findLast((each) => each.customer === customer.id);
  const cardId = subscription?.default_payment_method ?? customer.invoice_settings.default_payment_method;
  const card = cardId ? account.find('payment_method', cardId) : undefined;
  const name = customer.email ?? customer.name ?? customer.id;
  return html`<article>
    <h3>${name}</h3>
    <dl>
      <dt>Customer</dt><dd><code>${customer.id}</code></dd>
      <dt>Subscription</dt><dd>${subscription ? subscriptionWords(account, subscription) : 'none'}</dd>
      <dt>Card</dt><dd>${card ? cardName(card.card) : 'none'}</dd>
      <dt>Next</dt><dd>${(subscription && nextWords(account, subscription)) ?? 'nothing'}</dd>
    </dl>
    <div class="actions">
      ${action('portal', 'customer', customer.id, html`<button aria-label="Payment methods and invoices: ${name}">Payment methods and invoices</button>`)}
      ${
        subscription &&
        !hasEnded(subscription) &&
        action(
          'cancel',
          'subscription',
          subscription.id,
          html`<button aria-label="Cancel now: ${name}">Cancel now</button>`,
        )
      }
      ${paymentActions(account, customer.id, name)}
    </div>
  </article>`;
}

/** What the owner and the holder's bank can do about the last payment. */
function paymentActions(account: Account, customer: string, name: string): Html | false {
  const charge = account.all('charge').findLast((each) => each.customer === customer);
  if (!charge || charge.refunded) return false;
  const act = (word: string, label: string, [field, value]: [string, string]) =>
    action(word, field, value, html`<button aria-label="${label}: ${name}">${label}</button>`);
  const dispute = account.all('dispute').findLast((each) => each.charge === charge.id);
  if (!dispute) {
    return html`${act('refund', 'Refund the last payment', ['charge', charge.id])}
      ${act('dispute', 'Dispute the last payment', ['charge', charge.id])}`;
  }
  if (dispute.status !== 'needs_response') return false;
  return html`${act('won', 'Win the dispute', ['dispute', dispute.id])}
    ${act('lost', 'Lose the dispute', ['dispute', dispute.id])}`;
}

function subscriptionWords(account: Account, { status, items }: Subscription): string {
  const { price } = items.data[0];
  const name = account.find('product', String(price.product))?.name ?? price.id;
  return `${status}: ${name}, ${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}`;
}

/** What will happen to it by itself. */
function nextWords(account: Account, subscription: Subscription): string | undefined {
  if (hasEnded(subscription)) return undefined;
  const { status, cancel_at, latest_invoice, items } = subscription;
  const periodEnd = moment(items.data[0].current_period_end);
  if (cancel_at) return `ends on ${moment(cancel_at)}`;
  if (status === 'trialing') return `trial ends on ${periodEnd}`;
  const invoice = latest_invoice === null ? undefined : account.find('invoice', latest_invoice);
  if (invoice?.next_payment_attempt) return `charged on ${moment(invoice.next_payment_attempt)}`;
  return status === 'paused' || status === 'incomplete' ? undefined : `renews on ${periodEnd}`;
}

const shownDeliveries = 30;

function webhookSection(deliveries: Deliveries): Html {
  const report = deliveries.report();
  const rows = report
    .slice(-shownDeliveries)
    .toReversed()
    .map(
      ({ event, type, state, attempts, lastStatus }) => html`<tr>
      <td>${type}</td>
      <td>${state}${attempts > 0 && `: ${lastStatus ?? 'no answer'}`}${attempts > 1 && `, ${attempts} attempts`}</td>
      <td>${action('replay', 'event', event, html`<button aria-label="Again: ${type}">Again</button>`)}</td>
    </tr>`,
    );
  const wish = (word: string, label: string) => html`<button name="wish" value="${word}">${label}</button>`;
  return html`<section>
    <h2>Webhooks</h2>
    <form method="post" action="/">
      <input type="hidden" name="action" value="webhooks">
      ${wish('hold', 'Hold')} ${wish('release', 'Release')} ${wish('shuffle', 'Release shuffled')}
      ${wish('reverse', 'Release in reverse')} ${wish('repeat', 'Send each three times')}
      ${wish('lose', 'Lose all')} ${wish('usual', 'Send as usual')} ${wish('replay', 'Send what was lost')}
    </form>
    ${
      rows.length > 0 &&
      html`<div class="table" tabindex="0" role="region" aria-label="Latest events"><table>
        <thead><tr><th>Event</th><th>Delivery</th><th>Send</th></tr></thead>
        <tbody>${rows}</tbody>
      </table></div>`
    }
  </section>`;
}

function action(name: string, field: string, value: string, button: Html): Html {
  return html`<form method="post" action="/">
    <input type="hidden" name="action" value="${name}"><input type="hidden" name="${field}" value="${value}">${button}
  </form>`;
}

/** As `2026-11-28T14:05:09`, in UTC. */
function inputDate(seconds: number): string {
  return new Date(seconds * 1_000).toISOString().slice(0, 19);
}
