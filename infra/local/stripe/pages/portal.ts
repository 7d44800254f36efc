import type { ServerResponse } from 'node:http';
import { type Html, html } from '../../html.ts';
import type { Account } from '../account/account.ts';
import type { Objects, Subscription } from '../account/objects.ts';
import { hasEnded } from '../billing/subscriptions.ts';
import { buildCardParameters, cardFields, testCards } from '../browser/card.ts';
import { verifySetup } from '../cards/setup-intents.ts';
import { StripeError } from '../errors.ts';
import { callApi } from '../routes.ts';

type Session = Objects['portal_session'];
type Intent = Objects['setup_intent'];

interface Page {
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly problem?: string | undefined;
}

export type PageResult = Page | { readonly location: string };

/** Stripe's customer portal. @param fields of a submitted form */
export function handlePortal(account: Account, sessionId: string, fields?: URLSearchParams): PageResult {
  const session = findSession(account, sessionId);
  if (!session)
    return { status: 404, title: 'This session has expired', body: html`<p>Open a new one from Parley.</p>` };
  try {
    const submit = formHandlers[fields?.get('action') ?? ''];
    return fields && submit ? submit(account, session, fields) : renderPortal(account, session);
  } catch (error) {
    if (!(error instanceof StripeError)) throw error;
    return renderPortal(account, session, error.message);
  }
}

/** Expires an hour after creation; Stripe's expires an hour after its last use. */
function findSession(account: Account, id: string): Session | undefined {
  const session = account.find('portal_session', id);
  const isOpen = session && account.now() < session.created + 3_600;
  return isOpen && account.find('customer', session.customer) ? session : undefined;
}

/** Forms by their `action`. @throws StripeError */
const formHandlers: Readonly<
  Record<string, (account: Account, session: Session, fields: URLSearchParams) => PageResult>
> = {
  card: (account, session, fields) => {
    const read = (name: string) => fields.get(name) ?? '';
    const card = buildCardParameters(read('number'), read('expiry'), read('cvc'));
    const { id } = callApi(account, 'POST /v1/setup_intents', {
      customer: session.customer,
      'allowed_payment_method_types[0]': 'card',
    });
    const intent = callApi<Intent>(account, `POST /v1/setup_intents/${id}/confirm`, card);
    const isAuthenticating = intent.status === 'requires_action';
    return isAuthenticating ? renderBankPage(session, id) : setCardToCharge(account, session, intent);
  },
  bank: (account, session, fields) => {
    const setup = account.find('setup_intent', fields.get('intent'));
    if (setup?.customer !== session.customer) return renderPortal(account, session);
    const intent = verifySetup(account, setup.id, setup.client_secret, fields.get('answer') === 'complete');
    if (intent.status === 'succeeded') return setCardToCharge(account, session, intent);
    return renderPortal(account, session, intent.last_setup_error?.message);
  },
  cancel: (account, session) => {
    const current = findSubscription(account, session);
    if (current) callApi(account, `POST /v1/subscriptions/${current.id}`, { cancel_at_period_end: 'true' });
    return { location: buildPath(session) };
  },
};

/** Does not retry open invoices: Stripe does not document that its portal would. */
function setCardToCharge(account: Account, session: Session, { payment_method }: Intent): PageResult {
  const card = String(payment_method);
  callApi(account, `POST /v1/customers/${session.customer}`, {
    'invoice_settings[default_payment_method]': card,
  });
  const current = findSubscription(account, session);
  if (current) callApi(account, `POST /v1/subscriptions/${current.id}`, { default_payment_method: card });
  return { location: session.flow?.after_completion.redirect?.return_url ?? buildPath(session) };
}

function findSubscription(account: Account, { customer }: Session): Subscription | undefined {
  const own = account.all('subscription').filter((each) => each.customer === customer);
  return own.findLast((each) => !hasEnded(each) && each.status !== 'incomplete');
}

function buildPath({ id }: Session): string {
  return `/p/session/${id}`;
}

function renderPortal(account: Account, session: Session, problem?: string): Page {
  if (session.flow) return { title: 'Add payment method', problem, body: renderCardForm(session) };
  const { customer, return_url: returnUrl } = session;
  const features = account.find('portal_configuration', String(session.configuration))?.features;
  const cards = account.all('payment_method').filter((each) => each.customer === customer);
  const defaultCard = account.find('customer', customer)?.invoice_settings.default_payment_method;
  return {
    title: 'Billing',
    problem,
    body: html`${returnUrl && html`<p><a href="${returnUrl}">Return to Parley</a></p>`}
      ${renderPlan(account, session, features?.subscription_cancel.enabled)}
      <section>
        <h2>Payment methods</h2>
        <ul>${cards.map((each) => html`<li>${formatCard(each)}${each.id === defaultCard && ' · Default'}</li>`)}</ul>
        ${features?.payment_method_update.enabled && renderCardForm(session)}
      </section>
      ${features?.invoice_history.enabled && renderInvoices(account, customer)}`,
  };
}

function renderPlan(account: Account, session: Session, canCancel = false): Html {
  const current = findSubscription(account, session);
  if (!current) return html`<section><h2>Current plan</h2><p>You have no plan.</p></section>`;
  const { cancel_at: endsAt, status, items } = current;
  const end = endsAt
    ? `Ends on ${formatTime(endsAt)}`
    : `Renews on ${formatTime(items.data[0].current_period_end)}`;
  return html`<section>
    <h2>Current plan</h2>
    <p>${formatRate(current)}, ${status}. ${end}.</p>
    ${canCancel && !endsAt && renderButton(session, { action: 'cancel' }, 'Cancel plan')}
  </section>`;
}

function renderInvoices(account: Account, id: string): Html {
  const own = account.all('invoice').filter(({ customer, status }) => customer === id && status !== 'draft');
  const line = ({ created, number, status, amount_due, currency }: Objects['invoice']) =>
    html`<li>${formatTime(created)}, ${number}, ${status}: ${formatMoney(amount_due, currency)}</li>`;
  return html`<section><h2>Invoices</h2><ul>${own.toReversed().map(line)}</ul></section>`;
}

function renderCardForm(session: Session): Html {
  return html`<form method="post" action="${buildPath(session)}">
      <input type="hidden" name="action" value="card">
      ${{ markup: cardFields }}
      <p><button>Save</button></p>
    </form>
    ${{ markup: testCards }}`;
}

function renderBankPage(session: Session, intent: string): Page {
  const draw = (answer: string, label: string) =>
    renderButton(session, { action: 'bank', intent, answer }, label);
  return {
    title: 'Confirm this with your bank',
    body: html`<p>A real bank would ask for a code. Choose the result here.</p>
      <div class="actions">${draw('complete', 'Complete')} ${draw('fail', 'Fail')}</div>`,
  };
}

export function sendPage(response: ServerResponse, result: PageResult): void {
  const common = { 'cache-control': 'no-store', 'x-frame-options': 'DENY' };
  if ('location' in result) {
    response.writeHead(303, { ...common, location: result.location }).end();
    return;
  }
  response.writeHead(result.status ?? 200, { ...common, 'content-type': 'text/html; charset=utf-8' });
  response.end(renderDocument(result).markup);
}

function renderButton(session: Session, fields: Record<string, string>, label: string): Html {
  return html`<form method="post" action="${buildPath(session)}">
    ${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}
    <button>${label}</button>
  </form>`;
}

function formatCard({ card }: Objects['payment_method']): string {
  const brand = card?.brand ?? 'card';
  return `${brand.charAt(0).toUpperCase()}${brand.slice(1)} •••• ${card?.last4}`;
}

function formatRate({ items }: Subscription): string {
  const [{ price }] = items.data;
  return `${formatMoney(price.unit_amount ?? 0, price.currency)} per ${price.recurring?.interval}`;
}

export function formatMoney(cents: number, currency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(cents / 100);
}

/** As `Nov 28, 2026, 14:05`, in UTC. */
function formatTime(seconds: number): string {
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
