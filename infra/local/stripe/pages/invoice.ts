import type { Account } from '../account.ts';
import { html } from './html.ts';
import { day, money, type Page } from './page.ts';

/** Stripe's hosted invoice, at `/i/{id}`. */
export function invoicePage(account: Account, id: string): Page {
  const invoice = account.find('invoice', id);
  if (!invoice || invoice.status === 'draft') {
    return {
      status: 404,
      title: 'There is no such invoice',
      body: html`<p>Its address may be incomplete.</p>`,
    };
  }
  const { currency, status, status_transitions: times } = invoice;
  const paidAt = times.paid_at;
  return {
    title: `Invoice ${invoice.number ?? invoice.id}`,
    body: html`<section>
      <dl>
        <dt>From</dt><dd>${invoice.account_name}</dd>
        <dt>To</dt><dd>${invoice.customer_name} ${invoice.customer_email}</dd>
        <dt>Date</dt><dd>${day(invoice.created)}</dd>
        <dt>Status</dt><dd>${status}${status === 'paid' && paidAt && ` on ${day(paidAt)}`}</dd>
      </dl>
      <div class="table"><table>
        <thead><tr><th>For</th><th>Period</th><th class="amount">Amount</th></tr></thead>
        <tbody>
          ${invoice.lines.data.map(
            (line) => html`<tr>
              <td>${line.description}</td>
              <td>${day(line.period.start)} to ${day(line.period.end)}</td>
              <td class="amount">${money(line.amount, currency)}</td>
            </tr>`,
          )}
          <tr><th colspan="2">Total</th><td class="amount">${money(invoice.total, currency)}</td></tr>
          <tr><th colspan="2">Paid</th><td class="amount">${money(invoice.amount_paid, currency)}</td></tr>
          <tr><th colspan="2">Due</th><td class="amount">${money(invoice.amount_remaining, currency)}</td></tr>
        </tbody>
      </table></div>
    </section>`,
  };
}
