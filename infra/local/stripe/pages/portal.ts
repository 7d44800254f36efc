import Stripe from 'stripe';
import type { Account } from '../account.ts';
import { type CardText, cardFields, firstProblem, formats } from '../browser/card.ts';
import { html } from './html.ts';
import type { Page, PageAnswer } from './page.ts';
import {
  bankPage,
  cardPage,
  destinationOf,
  homeOf,
  isCardFlow,
  liveOf,
  type Notice,
  overviewPage,
  type Session,
} from './portal-pages.ts';

/** What the portal does is done by Stripe's API, as another program would do it. */
export interface PortalTools {
  readonly account: Account;
  readonly stripe: Stripe;
  /** Ends the bank's challenge of a SetupIntent that asks for one. */
  authenticate(setupIntent: string, succeeds: boolean): Promise<void>;
}

/**
 * Stripe's customer portal, at `/p/session/{id}`: payment methods, invoices, the plan's end. A session of the flow
 * `payment_method_update` opens at the form for another card.
 *
 * @param fields what a form has sent; missing, a page is asked for
 */
export async function answerPortal(
  tools: PortalTools,
  sessionId: string,
  query: URLSearchParams,
  fields?: URLSearchParams,
): Promise<PageAnswer> {
  const session = sessionBy(tools.account, sessionId);
  if (!session) return gone;
  if (fields) {
    const act = actions[fields.get('action') ?? ''];
    return act ? act(tools, session, fields) : { location: homeOf(session) };
  }
  const done = query.get('done') as Notice | null;
  const isForCard = query.has('card') || (isCardFlow(session) && !done);
  return isForCard ? cardPage(session) : overviewPage(tools.account, session, { done: done ?? undefined });
}

const gone: Page = {
  status: 404,
  title: 'This session is over',
  body: html`<p>The link has expired, or never was one. Go back to where you came from, and open it there again.</p>`,
};

/** Stripe ends a session an hour after it was last used; here it is an hour after it was made. */
const sessionSeconds = 3_600;

function sessionBy(account: Account, id: string): Session | undefined {
  const session = account.find('portal_session', id);
  if (!session || account.now() >= session.created + sessionSeconds) return undefined;
  return account.find('customer', session.customer) && session;
}

type Action = (tools: PortalTools, session: Session, fields: URLSearchParams) => Promise<PageAnswer>;

const actions: Readonly<Record<string, Action>> = {
  card: addCard,
  bank: answerBank,
  default: async (tools, session, fields) => {
    const card = ownCard(tools.account, session, fields);
    return card ? makeDefault(tools, session, card.id) : overviewPage(tools.account, session);
  },
  remove: async ({ account, stripe }, session, fields) => {
    const card = ownCard(account, session, fields);
    if (card) await stripe.paymentMethods.detach(card.id);
    return done(session, 'removed');
  },
  cancel: async ({ account, stripe }, session) => {
    const live = liveOf(account, session);
    if (live) await stripe.subscriptions.update(live.id, { cancel_at_period_end: true });
    return done(session, 'canceled');
  },
  renew: async ({ account, stripe }, session) => {
    const live = liveOf(account, session);
    const isAtPeriodEnd = live?.cancel_at_period_end;
    if (live) {
      await stripe.subscriptions.update(
        live.id,
        isAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' },
      );
    }
    return done(session, 'renewed');
  },
};

async function addCard(tools: PortalTools, session: Session, fields: URLSearchParams): Promise<PageAnswer> {
  const entries = cardFields.map((name) => [name, formats[name](fields.get(name) ?? '')] as const);
  const text = Object.fromEntries(entries) as Record<keyof CardText, string>;
  const wrong = firstProblem(text, new Date());
  if (wrong) return cardPage(session, { text, wrong });
  const [month = 0, year = 0] = text.expiry.split(' / ').map(Number);
  const data = {
    type: 'card',
    card: {
      number: text.number.replaceAll(' ', ''),
      exp_month: month,
      exp_year: 2_000 + year,
      cvc: text.cvc,
    },
  };
  try {
    const { id } = await tools.stripe.setupIntents.create({
      customer: session.customer,
      automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    });
    const intent = await tools.stripe.setupIntents.confirm(id, {
      // The types leave out cards, whose numbers only few may hold.
      payment_method_data: data as unknown as Stripe.SetupIntentConfirmParams.PaymentMethodData,
    });
    if (intent.status === 'requires_action') return bankPage(session, id);
    return await makeDefault(tools, session, String(intent.payment_method));
  } catch (error) {
    return cardPage(session, { text: { ...text, cvc: '' }, problem: refusalOf(error) });
  }
}

async function answerBank(
  tools: PortalTools,
  session: Session,
  fields: URLSearchParams,
): Promise<PageAnswer> {
  const id = fields.get('intent') ?? '';
  if (tools.account.find('setup_intent', id)?.customer !== session.customer) return cardPage(session);
  try {
    await tools.authenticate(id, fields.get('answer') === 'complete');
    const intent = await tools.stripe.setupIntents.retrieve(id);
    if (intent.status === 'succeeded')
      return await makeDefault(tools, session, String(intent.payment_method));
    return cardPage(session, { problem: intent.last_setup_error?.message });
  } catch (error) {
    return cardPage(session, { problem: refusalOf(error) });
  }
}

/**
 * As Stripe's portal does: future charges go to the card, those of the plan too. What is owed waits for the next
 * attempt: nothing that Stripe has written says that its portal tries again.
 */
async function makeDefault(tools: PortalTools, session: Session, card: string): Promise<PageAnswer> {
  const { account, stripe } = tools;
  await stripe.customers.update(session.customer, { invoice_settings: { default_payment_method: card } });
  const live = liveOf(account, session);
  if (live) await stripe.subscriptions.update(live.id, { default_payment_method: card });
  const destination = destinationOf(session);
  return destination ? { location: destination } : done(session, 'card');
}

/** So that loading the page anew does nothing a second time. */
function done(session: Session, notice: Notice): PageAnswer {
  return { location: `${homeOf(session)}?done=${notice}` };
}

/** @throws what is no answer of Stripe's */
function refusalOf(error: unknown): string {
  if (error instanceof Stripe.errors.StripeError) return error.message;
  throw error;
}

function ownCard(account: Account, { customer }: Session, fields: URLSearchParams) {
  const card = account.find('payment_method', fields.get('card') ?? '');
  return card?.customer === customer ? card : undefined;
}
