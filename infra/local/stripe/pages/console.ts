import { daySeconds } from '../../../../shared/dates.ts';
import { type Html, html } from '../../html.ts';
import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { findNextDueTime } from '../billing/due.ts';
import { closeDispute, openDispute } from '../billing/reversals.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import type { StandIn } from '../control.ts';
import { StripeError } from '../errors.ts';
import { callApi } from '../routes.ts';
import { formatRate, formatTime, type Page, type PageResult, renderButton } from './page.ts';

/** @param fields of a submitted form */
export async function handleConsole(standIn: StandIn, fields?: URLSearchParams): Promise<PageResult> {
  if (!fields) return renderConsole(standIn);
  const act = actions[fields.get('action') ?? ''];
  try {
    const { url } = Object(await act?.(standIn, fields.get('id') ?? ''));
    return { location: url ?? '/' };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof StripeError)) throw error;
    return renderConsole(standIn, error.message);
  }
}

type Action = (standIn: StandIn, id: string) => Promise<unknown>;

const actions: Readonly<Record<string, Action>> = {
  advance: ({ clock }, days) => clock.advanceTo(Math.floor(clock.now() + Number(days) * daySeconds)),
  portal: ({ account, perform }, customer) =>
    perform(() => callApi(account, 'POST /v1/billing_portal/sessions', { customer })),
  cancel: ({ account, perform }, id) => perform(() => callApi(account, `DELETE /v1/subscriptions/${id}`)),
  refund: ({ account, perform }, charge) => perform(() => callApi(account, 'POST /v1/refunds', { charge })),
  dispute: ({ account, perform }, charge) => perform(() => openDispute(account, charge)),
  win: ({ account, perform }, id) => perform(() => closeDispute(account, id, 'won')),
  lose: ({ account, perform }, id) => perform(() => closeDispute(account, id, 'lost')),
};

function renderConsole({ account, clock }: StandIn, problem?: string): Page {
  const next = findNextDueTime(account);
  const customers = account.all('customer').slice(-shownCustomers).toReversed();
  const undelivered = account.all('event').filter((each) => each.pending_webhooks > 0);
  return {
    title: 'Customers, clock and webhooks',
    problem,
    body: html`<section>
        <h2>Clock</h2>
        <p>The time is ${formatTime(clock.now())} UTC. ${next !== undefined && `Next scheduled change: ${formatTime(next)}.`}</p>
        <p>Undelivered webhooks: ${undelivered.length}</p>
        <form method="post" action="/">
          <input type="hidden" name="action" value="advance">
          <div><label for="days">Days</label><input id="days" name="id" type="number" step="any" value="8" required></div>
          <button>Advance</button>
        </form>
      </section>
      ${customers.map((customer) => renderCustomer(account, customer))}`,
  };
}

const shownCustomers = 20;

function renderCustomer(account: Account, { id, email }: Objects['customer']): Html {
  const name = email ?? id;
  const draw = (action: string, id: string, label: string) => renderButton('/', { action, id }, label, name);
  const subscription = account.all('subscription').findLast(({ customer }) => customer === id);
  const charge = account.all('charge').findLast(({ customer }) => customer === id);
  const dispute = account.all('dispute').findLast((each) => each.charge === charge?.id);
  const canReverse = charge && !charge.refunded && !dispute;
  const isDisputed = dispute?.status === 'needs_response';
  return html`<section>
    <h2>${name}</h2>
    <p>${subscription ? describeStatus(subscription) : 'No subscription.'}</p>
    <div class="actions">
      ${draw('portal', id, 'Billing portal')}
      ${subscription && !hasEnded(subscription) && draw('cancel', subscription.id, 'Cancel now')}
      ${canReverse && draw('refund', charge.id, 'Refund the last payment')}
      ${canReverse && draw('dispute', charge.id, 'Dispute the last payment')}
      ${isDisputed && draw('win', dispute.id, 'Win the dispute')}
      ${isDisputed && draw('lose', dispute.id, 'Lose the dispute')}
    </div>
  </section>`;
}

function describeStatus(subscription: Subscription): string {
  const { status, items, cancel_at } = subscription;
  const [{ current_period_end: periodEnd }] = items.data;
  const end = cancel_at ? `ends on ${formatTime(cancel_at)}` : `period ends on ${formatTime(periodEnd)}`;
  return `${status}: ${formatRate(subscription)}, ${end}`;
}
