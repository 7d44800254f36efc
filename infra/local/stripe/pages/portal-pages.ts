import type { Account, Objects } from '../account.ts';
import { hasEnded, type Subscription } from '../billing-objects.ts';
import type { CardText, Problem } from '../browser/card.ts';
import { testCards } from '../browser/test-cards.ts';
import { type Html, html } from './html.ts';
import { cardName, day, money, type Page } from './page.ts';

/** What lets one customer in. */
export type Session = Objects['portal_session'];

/** What has been done before a page is shown. */
export type Notice = keyof typeof notices;

const notices = {
  card: 'Your payment method was saved, and will be charged from now on.',
  removed: 'The payment method was removed.',
  canceled: 'Your plan ends with what is paid for.',
  renewed: 'Your plan goes on.',
};

export function overviewPage(
  account: Account,
  session: Session,
  { done, problem }: { done?: Notice | undefined; problem?: string } = {},
): Page {
  return {
    title: 'Billing',
    problem,
    notice: done && notices[done],
    formsLeadTo: destinationOf(session),
    body: html`${returnLink(session)} ${planSection(account, session)} ${cardSection(account, session)}
      ${allowed(account, session)?.invoice_history.enabled && invoiceSection(account, session)}`,
  };
}

/** @param given what was typed before, and what is wrong with it */
export function cardPage(
  session: Session,
  given: { text?: CardText; wrong?: Problem; problem?: string | undefined } = {},
): Page {
  const { text, wrong, problem = wrong?.message } = given;
  const field = (name: keyof CardText, label: string, autocomplete: string, placeholder: string) => {
    const error = wrong?.field === name && wrong.message;
    const isWrong = html` aria-invalid="true" aria-describedby="${name}-error" autofocus`;
    return html`<div class="field">
      <label for="${name}">${label}</label>
      <input id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="${autocomplete}"
        placeholder="${placeholder}" value="${text?.[name]}" spellcheck="false" required${error && isWrong}>
      ${error && html`<p class="error" id="${name}-error">${error}</p>`}
    </div>`;
  };
  return {
    title: 'Add payment method',
    problem,
    formsLeadTo: destinationOf(session),
    body: html`${isCardFlow(session) ? returnLink(session) : html`<p><a href="${homeOf(session)}">Back</a></p>`}
      <section>
        <form class="card" method="post" action="${homeOf(session)}">
          <input type="hidden" name="action" value="card">
          ${field('number', 'Card number', 'cc-number', '1234 1234 1234 1234')}
          <div class="pair">
            ${field('expiry', 'Expiration date', 'cc-exp', 'MM / YY')}
            ${field('cvc', 'Security code', 'cc-csc', 'CVC')}
          </div>
          <button class="main">Save</button>
        </form>
        <details>
          <summary>Test cards</summary>
          <ul>${testCards.map(({ number, outcome }) => html`<li><code>${number}</code> ${outcome}</li>`)}</ul>
        </details>
      </section>`,
  };
}

/** 3-D Secure. */
export function bankPage(session: Session, setupIntent: string): Page {
  return {
    title: 'Your bank asks: is it you?',
    formsLeadTo: destinationOf(session),
    body: html`<section>
      <p>A real bank would ask for a code here. This one is a stand-in, and believes you.</p>
      <form method="post" action="${homeOf(session)}">
        <input type="hidden" name="action" value="bank">
        <input type="hidden" name="intent" value="${setupIntent}">
        <button class="main" name="answer" value="complete">Complete</button>
        <button name="answer" value="fail">Fail</button>
      </form>
    </section>`,
  };
}

export function homeOf({ id }: Session): string {
  return `/p/session/${id}`;
}

/** Somebody was sent here for nothing else. */
export function isCardFlow({ flow }: Session): boolean {
  return flow?.type === 'payment_method_update';
}

/** Where whoever was sent here for another card goes when there is one; undefined for the overview. */
export function destinationOf(session: Session): string | undefined {
  return isCardFlow(session) ? session.flow?.after_completion.redirect?.return_url : undefined;
}

/** The subscription that there still is. */
export function liveOf(account: Account, { customer }: Session): Subscription | undefined {
  const own = account.all('subscription').filter((each) => each.customer === customer);
  return own.findLast((each) => !hasEnded(each) && each.status !== 'incomplete');
}

function planSection(account: Account, session: Session): Html {
  const live = liveOf(account, session);
  if (!live) return html`<section><h2>Current plan</h2><p>There is none.</p></section>`;
  const { price, current_period_end: periodEnd } = live.items.data[0];
  const name = account.find('product', String(price.product))?.name ?? 'Plan';
  const rate = `${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}`;
  const endsAt = live.cancel_at ?? (live.cancel_at_period_end ? periodEnd : undefined);
  const mayCancel = allowed(account, session)?.subscription_cancel.enabled;
  return html`<section>
    <h2>Current plan</h2>
    <p><strong>${name}</strong>, ${rate}</p>
    <p>${endsAt === undefined ? nextWords(live, periodEnd) : `Ends on ${day(endsAt)}.`}</p>
    ${
      mayCancel &&
      (endsAt === undefined
        ? action(session, 'cancel', html`<button>Cancel plan</button>`)
        : action(session, 'renew', html`<button class="main">Renew plan</button>`))
    }
  </section>`;
}

function nextWords({ status }: Subscription, periodEnd: number): string {
  if (status === 'trialing') return `Free trial until ${day(periodEnd)}.`;
  if (status === 'active') return `Renews on ${day(periodEnd)}.`;
  return 'The last payment failed.';
}

function cardSection(account: Account, session: Session): Html {
  const usual = usualCard(account, session);
  const mayUpdate = allowed(account, session)?.payment_method_update.enabled;
  const own = account.all('payment_method').filter(({ customer }) => customer === session.customer);
  const rows = own.map(({ id, card }) => {
    const name = `${cardName(card)}, expires ${card?.exp_month}/${card?.exp_year}`;
    const chosen = html`<input type="hidden" name="card" value="${id}">`;
    return html`<li class="row">
      <span>${name} ${id === usual && html`<strong>· Default</strong>`}</span>
      ${
        mayUpdate &&
        id !== usual &&
        html`<span class="actions">
          ${action(session, 'default', html`${chosen}<button aria-label="Make default: ${name}">Make default</button>`)}
          ${action(session, 'remove', html`${chosen}<button aria-label="Remove: ${name}">Remove</button>`)}
        </span>`
      }
    </li>`;
  });
  return html`<section>
    <h2>Payment methods</h2>
    ${rows.length > 0 ? html`<ul>${rows}</ul>` : html`<p>There is none yet.</p>`}
    ${mayUpdate && html`<p><a href="${homeOf(session)}?card">Add payment method</a></p>`}
  </section>`;
}

function invoiceSection(account: Account, session: Session): Html {
  const own = account
    .all('invoice')
    .filter(({ customer, status }) => customer === session.customer && status !== 'draft');
  const rows = own.toReversed().map(
    ({ id, created, number, status, amount_due: amount, currency }) => html`<tr>
      <td>${day(created)}</td>
      <td><a href="/i/${id}">${number ?? id}</a></td>
      <td>${status}</td>
      <td class="amount">${money(amount, currency)}</td>
    </tr>`,
  );
  const table = html`<div class="table" tabindex="0" role="region" aria-label="Invoices"><table>
    <thead><tr><th>Date</th><th>Number</th><th>Status</th><th class="amount">Amount</th></tr></thead>
    <tbody>${rows}</tbody>
  </table></div>`;
  return html`<section><h2>Invoices</h2>${rows.length > 0 ? table : html`<p>There is none yet.</p>`}</section>`;
}

function action(session: Session, name: string, content: Html): Html {
  return html`<form method="post" action="${homeOf(session)}">
    <input type="hidden" name="action" value="${name}">${content}
  </form>`;
}

function returnLink({ return_url: url }: Session): Html | undefined {
  return url === null ? undefined : html`<p><a href="${url}">Return to Parley</a></p>`;
}

/** The card that is charged next. */
function usualCard(account: Account, session: Session): string | null | undefined {
  const settings = account.find('customer', session.customer)?.invoice_settings;
  return liveOf(account, session)?.default_payment_method ?? settings?.default_payment_method;
}

/** What the portal's configuration lets customers do. */
function allowed(account: Account, { configuration }: Session) {
  return account.find('portal_configuration', configuration)?.features;
}
