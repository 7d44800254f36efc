import { html } from '../../html.ts';
import type { Account } from '../account/account.ts';
import type { Objects } from '../account/objects.ts';
import { verifyPayment } from '../billing/collection.ts';
import { formatMoney, type PageResult } from './portal.ts';

type Invoice = Objects['invoice'];
type Intent = Objects['payment_intent'];

/** Stripe's page of one invoice. It does not lead back to the site. @param fields of a submitted form */
export function handleHostedInvoice(account: Account, path: string, fields?: URLSearchParams): PageResult {
  const invoice = account.all('invoice').find((each) => each.hosted_invoice_url === account.origin + path);
  if (!invoice) return { status: 404, title: 'Invoice not found', body: html`<p>Check the address.</p>` };
  const intent = account
    .all('payment_intent')
    .find((each) => each.invoice === invoice.id && each.status === 'requires_action');
  if (!fields || !intent || invoice.status !== 'open') return renderInvoice(invoice, intent);
  verifyPayment(account, intent.id, intent.client_secret, fields.get('answer') === 'complete');
  return { location: path };
}

function renderInvoice(invoice: Invoice, intent: Intent | undefined): PageResult {
  const { number, status, amount_due, currency } = invoice;
  return {
    title: `Invoice ${number}`,
    body: html`<p>${formatMoney(amount_due, currency)}, ${status}.</p>
      ${
        intent &&
        html`<p>Your bank wants you to confirm this payment. Choose the result here.</p>
      <form method="post"><div class="actions">
        <button name="answer" value="complete">Complete</button>
        <button name="answer" value="fail">Fail</button>
      </div></form>`
      }`,
  };
}
