import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { nextDue } from '../billing/due.ts';
import { closeDispute, openDispute } from '../billing/reversals.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import { StripeFault } from '../faults.ts';
import { callApi } from '../routes.ts';
import type { StripeStandIn } from '../stripe.ts';
import { type Html, html } from './html.ts';
import { button, moment, money, type Page, type PageAnswer } from './page.ts';

/**
 * Actions of a developer in Stripe's dashboard, and of Stripe and banks.
 *
 * @param fields of a form that was sent
 */
export async function answerConsole(standIn: StripeStandIn, fields?: URLSearchParams): Promise<PageAnswer> {
  if (!fields) return consolePage(standIn);
  const act = actions[fields.get('action') ?? ''];
  try {
    const location = await act?.(standIn, fields.get('id') ?? '');
    return { location: location ?? '/' };
  } catch (error) {
    if (!(error instanceof RangeError || error instanceof StripeFault)) throw error;
    return consolePage(standIn, error.message);
  }
}

/** @returns the next page, where it is not the console */
type Action = (standIn: StripeStandIn, id: string) => Promise<string | undefined>;

const actions: Readonly<Record<string, Action>> = {
  advance: async ({ clock }, days) => {
    await clock.advanceTo(Math.floor(clock.now() + Number(days) * 86_400));
    return undefined;
  },
  hold: async ({ deliveries }) => void deliveries.hold(),
  release: async ({ deliveries }) => void (await deliveries.release()),
  portal: async ({ account, perform }, customer) => {
    const call = 'POST /v1/billing_portal/sessions';
    return (await perform(() => callApi<Objects['portal_session']>(account, call, { customer }))).url;
  },
  cancel: async ({ account, perform }, id) =>
    void (await perform(() => callApi(account, `DELETE /v1/subscriptions/${id}`))),
  refund: async ({ account, perform }, charge) =>
    void (await perform(() => callApi(account, 'POST /v1/refunds', { charge }))),
  dispute: async ({ account, perform }, charge) => void (await perform(() => openDispute(account, charge))),
  win: async ({ account, perform }, id) => void (await perform(() => closeDispute(account, id, 'won'))),
  lose: async ({ account, perform }, id) => void (await perform(() => closeDispute(account, id, 'lost'))),
};

function consolePage({ account, clock }: StripeStandIn, problem?: string): Page {
  const next = nextDue(account);
  const customers = account.all('customer').slice(-shownCustomers).toReversed();
  return {
    title: 'Customers, clock and webhooks',
    problem,
    body: html`<section>
        <h2>Clock</h2>
        <p>It is ${moment(clock.now())} UTC. ${next !== undefined && `Next event: ${moment(next)}.`}</p>
        <form method="post" action="/">
          <input type="hidden" name="action" value="advance">
          <div><label for="days">Days</label><input id="days" name="id" type="number" step="any" value="8" required></div>
          <button>Move ahead</button>
        </form>
      </section>
      <section>
        <h2>Webhooks</h2>
        <div class="actions">${act('hold', '', 'Hold')} ${act('release', '', 'Release')}</div>
        <p>${account.all('event').filter((each) => each.pending_webhooks > 0).length} events are not delivered.</p>
      </section>
      ${customers.map((customer) => customerSection(account, customer))}`,
  };
}

const shownCustomers = 20;

function customerSection(account: Account, { id, email }: Objects['customer']): Html {
  const name = email ?? id;
  const subscription = account.all('subscription').findLast(({ customer }) => customer === id);
  const charge = account.all('charge').findLast(({ customer }) => customer === id);
  const dispute = account.all('dispute').findLast((each) => each.charge === charge?.id);
  return html`<section>
    <h2>${name}</h2>
    <p>${subscription ? sayStatus(subscription) : 'No subscription.'}</p>
    <div class="actions">
      ${act('portal', id, 'Billing portal', name)}
      ${subscription && !hasEnded(subscription) && act('cancel', subscription.id, 'Cancel now', name)}
      ${
        charge &&
        !charge.refunded &&
        !dispute &&
        html`${act('refund', charge.id, 'Refund the last payment', name)}
          ${act('dispute', charge.id, 'Dispute the last payment', name)}`
      }
      ${
        dispute?.status === 'needs_response' &&
        html`${act('win', dispute.id, 'Win the dispute', name)} ${act('lose', dispute.id, 'Lose the dispute', name)}`
      }
    </div>
  </section>`;
}

function act(action: string, id: string, label: string, about?: string): Html {
  return button('/', { action, id }, label, about);
}

function sayStatus({ status, items, cancel_at }: Subscription): string {
  const [{ price, current_period_end: periodEnd }] = items.data;
  const rate = `${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}`;
  const end = cancel_at ? `ends on ${moment(cancel_at)}` : `period ends on ${moment(periodEnd)}`;
  return `${status}: ${rate}, ${end}`;
}
