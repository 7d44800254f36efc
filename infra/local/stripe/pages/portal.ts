import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import { cardFields, cardParameters, testCards } from '../browser/card.ts';
import { authenticate } from '../cards/setup-intents.ts';
import { StripeFault } from '../faults.ts';
import { callApi } from '../routes.ts';
import { type Html, html } from './html.ts';
import { button, cardName, moment, money, type Page, type PageAnswer } from './page.ts';

type Session = Objects['portal_session'];
type Intent = Objects['setup_intent'];

/**
 * Stripe's customer portal: card, invoices and the end of the plan. A session of the flow `payment_method_update`
 * opens the form for another card.
 *
 * @param options.fields of a form that was sent
 */
export function answerPortal(
  account: Account,
  sessionId: string,
  { fields, isForCard }: { fields?: URLSearchParams | undefined; isForCard?: boolean },
): PageAnswer {
  const session = findSession(account, sessionId);
  if (!session)
    return { status: 404, title: 'This session is over', body: html`<p>Open the link again.</p>` };
  try {
    switch (fields?.get('action')) {
      case 'card':
        return addCard(account, session, fields);
      case 'bank':
        return answerBank(account, session, fields);
      case 'cancel':
        return cancelPlan(account, session);
      default:
        return isForCard || session.flow ? cardPage(session) : overviewPage(account, session);
    }
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return cardPage(session, error.message);
  }
}

/** Stripe ends a session an hour after its last use; here it is an hour after its creation. */
function findSession(account: Account, id: string): Session | undefined {
  const session = account.find('portal_session', id);
  const isOver = !session || account.now() >= session.created + 3_600;
  return !isOver && account.find('customer', session.customer) ? session : undefined;
}

/** @throws StripeFault for a refused card */
function addCard(account: Account, session: Session, fields: URLSearchParams): PageAnswer {
  const [number = '', expiry = '', cvc = ''] = ['number', 'expiry', 'cvc'].map(
    (name) => fields.get(name) ?? '',
  );
  const { id } = callApi(account, 'POST /v1/setup_intents', {
    customer: session.customer,
    'allowed_payment_method_types[0]': 'card',
  });
  const intent = callApi<Intent>(
    account,
    `POST /v1/setup_intents/${id}/confirm`,
    cardParameters(number, expiry, cvc),
  );
  return intent.status === 'requires_action'
    ? bankPage(session, id)
    : chargeFromNowOn(account, session, intent);
}

/** @throws StripeFault for another's intent */
function answerBank(account: Account, session: Session, fields: URLSearchParams): PageAnswer {
  const asked = account.find('setup_intent', fields.get('intent'));
  if (asked?.customer !== session.customer) return cardPage(session);
  const intent = authenticate(account, asked.id, asked.client_secret, fields.get('answer') === 'complete');
  if (intent.status === 'succeeded') return chargeFromNowOn(account, session, intent);
  return cardPage(session, intent.last_setup_error?.message);
}

/** As Stripe's portal does. It does not document that the portal retries what is owed. */
function chargeFromNowOn(account: Account, session: Session, { payment_method }: Intent): PageAnswer {
  const card = String(payment_method);
  callApi(account, `POST /v1/customers/${session.customer}`, {
    'invoice_settings[default_payment_method]': card,
  });
  const plan = findPlan(account, session);
  if (plan) callApi(account, `POST /v1/subscriptions/${plan.id}`, { default_payment_method: card });
  return { location: session.flow?.after_completion.redirect?.return_url ?? pathOf(session) };
}

function cancelPlan(account: Account, session: Session): PageAnswer {
  const plan = findPlan(account, session);
  if (plan) callApi(account, `POST /v1/subscriptions/${plan.id}`, { cancel_at_period_end: 'true' });
  return { location: pathOf(session) };
}

function findPlan(account: Account, { customer }: Session): Subscription | undefined {
  const own = account.all('subscription').filter((each) => each.customer === customer);
  return own.findLast((each) => !hasEnded(each) && each.status !== 'incomplete');
}

function pathOf({ id }: Session): string {
  return `/p/session/${id}`;
}

function overviewPage(account: Account, session: Session): Page {
  const { customer, return_url: returnUrl } = session;
  const features = account.find('portal_configuration', String(session.configuration))?.features;
  const cards = account.all('payment_method').filter((each) => each.customer === customer);
  const usual = account.find('customer', customer)?.invoice_settings.default_payment_method;
  return {
    title: 'Billing',
    body: html`${returnUrl && html`<p><a href="${returnUrl}">Return to Parley</a></p>`}
      ${planSection(account, session, features?.subscription_cancel.enabled)}
      <section>
        <h2>Payment methods</h2>
        <ul>${cards.map((each) => html`<li>${cardName(each)}${each.id === usual && ' · Default'}</li>`)}</ul>
        ${
          features?.payment_method_update.enabled &&
          html`<p><a href="${pathOf(session)}?card">Add payment method</a></p>`
        }
      </section>
      ${features?.invoice_history.enabled && invoiceSection(account, customer)}`,
  };
}

function planSection(account: Account, session: Session, mayCancel = false): Html {
  const plan = findPlan(account, session);
  if (!plan) return html`<section><h2>Current plan</h2><p>There is none.</p></section>`;
  const [{ price, current_period_end: periodEnd }] = plan.items.data;
  const { cancel_at: endsAt } = plan;
  return html`<section>
    <h2>Current plan</h2>
    <p>${money(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}, ${plan.status}.</p>
    <p>${endsAt === null ? `The period ends on ${moment(periodEnd)}.` : `Ends on ${moment(endsAt)}.`}</p>
    ${mayCancel && endsAt === null && button(pathOf(session), { action: 'cancel' }, 'Cancel plan')}
  </section>`;
}

function invoiceSection(account: Account, id: string): Html {
  const own = account.all('invoice').filter(({ customer, status }) => customer === id && status !== 'draft');
  return html`<section>
    <h2>Invoices</h2>
    <table>
      <thead><tr><th>Date</th><th>Number</th><th>Status</th><th>Amount</th></tr></thead>
      <tbody>
        ${own.toReversed().map(
          ({ created, number, status, amount_due: amount, currency }) => html`<tr>
            <td>${moment(created)}</td><td>${number}</td><td>${status}</td><td>${money(amount, currency)}</td>
          </tr>`,
        )}
      </tbody>
    </table>
  </section>`;
}

function cardPage(session: Session, problem?: string): Page {
  return {
    title: 'Add payment method',
    problem,
    body: html`<form method="post" action="${pathOf(session)}">
        <input type="hidden" name="action" value="card">
        ${{ markup: cardFields }}
        <p><button>Save</button></p>
      </form>
      ${{ markup: testCards }}`,
  };
}

/** 3-D Secure. */
function bankPage(session: Session, intent: string): Page {
  const answer = (word: string, label: string) =>
    button(pathOf(session), { action: 'bank', intent, answer: word }, label);
  return {
    title: 'Your bank asks: is it you?',
    body: html`<p>A real bank would ask for a code. This one is a stand-in, and believes you.</p>
      <div class="actions">${answer('complete', 'Complete')} ${answer('fail', 'Fail')}</div>`,
  };
}
