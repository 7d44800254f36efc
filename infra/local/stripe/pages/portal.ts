import { type Html, html } from '../../html.ts';
import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import { buildCardParameters, cardFields, testCards } from '../browser/card.ts';
import { authenticate } from '../cards/setup-intents.ts';
import { StripeFault } from '../faults.ts';
import { callApi } from '../routes.ts';
import {
  button,
  formatCard,
  formatMoney,
  formatRate,
  formatTime,
  type Page,
  type PageAnswer,
} from './page.ts';

type Session = Objects['portal_session'];
type Intent = Objects['setup_intent'];

/** Stripe's customer portal. @param fields of a submitted form */
export function answerPortal(account: Account, sessionId: string, fields?: URLSearchParams): PageAnswer {
  const session = findSession(account, sessionId);
  if (!session)
    return { status: 404, title: 'This session is over', body: html`<p>Open the link again.</p>` };
  try {
    const submit = submits[fields?.get('action') ?? ''];
    return fields && submit ? submit(account, session, fields) : portalPage(account, session);
  } catch (error) {
    if (!(error instanceof StripeFault)) throw error;
    return portalPage(account, session, error.message);
  }
}

/** Ends an hour after its creation; Stripe's ends an hour after its last use. */
function findSession(account: Account, id: string): Session | undefined {
  const session = account.find('portal_session', id);
  const isOver = !session || account.now() >= session.created + 3_600;
  return !isOver && account.find('customer', session.customer) ? session : undefined;
}

/** Forms by their `action`. @throws StripeFault */
const submits: Readonly<
  Record<string, (account: Account, session: Session, fields: URLSearchParams) => PageAnswer>
> = {
  card: (account, session, fields) => {
    const [number = '', expiry = '', cvc = ''] = ['number', 'expiry', 'cvc'].map(
      (name) => fields.get(name) ?? '',
    );
    const { id } = callApi(account, 'POST /v1/setup_intents', {
      customer: session.customer,
      'allowed_payment_method_types[0]': 'card',
    });
    const confirmation = `POST /v1/setup_intents/${id}/confirm`;
    const intent = callApi<Intent>(account, confirmation, buildCardParameters(number, expiry, cvc));
    const isAuthenticating = intent.status === 'requires_action';
    return isAuthenticating ? bankPage(session, id) : setChargedCard(account, session, intent);
  },
  bank: (account, session, fields) => {
    const setup = account.find('setup_intent', fields.get('intent'));
    if (setup?.customer !== session.customer) return portalPage(account, session);
    const intent = authenticate(account, setup.id, setup.client_secret, fields.get('answer') === 'complete');
    if (intent.status === 'succeeded') return setChargedCard(account, session, intent);
    return portalPage(account, session, intent.last_setup_error?.message);
  },
  cancel: (account, session) => {
    const plan = findPlan(account, session);
    if (plan) callApi(account, `POST /v1/subscriptions/${plan.id}`, { cancel_at_period_end: 'true' });
    return { location: buildPath(session) };
  },
};

/** Charges it from now on. Stripe does not document that its portal retries debts. */
function setChargedCard(account: Account, session: Session, { payment_method }: Intent): PageAnswer {
  const card = String(payment_method);
  callApi(account, `POST /v1/customers/${session.customer}`, {
    'invoice_settings[default_payment_method]': card,
  });
  const plan = findPlan(account, session);
  if (plan) callApi(account, `POST /v1/subscriptions/${plan.id}`, { default_payment_method: card });
  return { location: session.flow?.after_completion.redirect?.return_url ?? buildPath(session) };
}

function findPlan(account: Account, { customer }: Session): Subscription | undefined {
  const own = account.all('subscription').filter((each) => each.customer === customer);
  return own.findLast((each) => !hasEnded(each) && each.status !== 'incomplete');
}

function buildPath({ id }: Session): string {
  return `/p/session/${id}`;
}

function portalPage(account: Account, session: Session, problem?: string): Page {
  if (session.flow) return { title: 'Add payment method', problem, body: cardForm(session) };
  const { customer, return_url: returnUrl } = session;
  const features = account.find('portal_configuration', String(session.configuration))?.features;
  const cards = account.all('payment_method').filter((each) => each.customer === customer);
  const usual = account.find('customer', customer)?.invoice_settings.default_payment_method;
  return {
    title: 'Billing',
    problem,
    body: html`${returnUrl && html`<p><a href="${returnUrl}">Return to Parley</a></p>`}
      ${planSection(account, session, features?.subscription_cancel.enabled)}
      <section>
        <h2>Payment methods</h2>
        <ul>${cards.map((each) => html`<li>${formatCard(each)}${each.id === usual && ' · Default'}</li>`)}</ul>
        ${features?.payment_method_update.enabled && cardForm(session)}
      </section>
      ${features?.invoice_history.enabled && invoiceSection(account, customer)}`,
  };
}

function planSection(account: Account, session: Session, canCancel = false): Html {
  const plan = findPlan(account, session);
  if (!plan) return html`<section><h2>Current plan</h2><p>You have no plan.</p></section>`;
  const { cancel_at: endsAt, status, items } = plan;
  const end = endsAt
    ? `Ends on ${formatTime(endsAt)}`
    : `Renews on ${formatTime(items.data[0].current_period_end)}`;
  return html`<section>
    <h2>Current plan</h2>
    <p>${formatRate(plan)}, ${status}. ${end}.</p>
    ${canCancel && !endsAt && button(buildPath(session), { action: 'cancel' }, 'Cancel plan')}
  </section>`;
}

function invoiceSection(account: Account, id: string): Html {
  const own = account.all('invoice').filter(({ customer, status }) => customer === id && status !== 'draft');
  const line = ({ created, number, status, amount_due, currency }: Objects['invoice']) =>
    html`<li>${formatTime(created)}, ${number}, ${status}: ${formatMoney(amount_due, currency)}</li>`;
  return html`<section><h2>Invoices</h2><ul>${own.toReversed().map(line)}</ul></section>`;
}

function cardForm(session: Session): Html {
  return html`<form method="post" action="${buildPath(session)}">
      <input type="hidden" name="action" value="card">
      ${{ markup: cardFields }}
      <p><button>Save</button></p>
    </form>
    ${{ markup: testCards }}`;
}

function bankPage(session: Session, intent: string): Page {
  const answer = (word: string, label: string) =>
    button(buildPath(session), { action: 'bank', intent, answer: word }, label);
  return {
    title: 'Confirm this with your bank',
    body: html`<p>A real bank would ask for a code. Choose the result here.</p>
      <div class="actions">${answer('complete', 'Complete')} ${answer('fail', 'Fail')}</div>`,
  };
}
