/** @param expiry as `12 / 34`, `12/34` or `1234` */
export function buildCardParameters(number: string, expiry: string, cvc: string): Record<string, string> {
  const [, month = '', year = ''] = /^\s*(\d{1,2})\D*(?:20)?(\d\d)\s*$/.exec(expiry) ?? [];
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': number,
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': year,
    'payment_method_data[card][cvc]': cvc,
    // Stripe's form asks for these.
    'payment_method_data[billing_details][address][country]': 'US',
    'payment_method_data[billing_details][address][postal_code]': '94107',
  };
}

export const cardFields = `
  <label for="number">Card number</label>
  <input id="number" name="number" inputmode="numeric" autocomplete="cc-number" placeholder="1234 1234 1234 1234">
  <label for="expiry">Expiration date</label>
  <input id="expiry" name="expiry" inputmode="numeric" autocomplete="cc-exp" placeholder="MM / YY">
  <label for="cvc">Security code</label>
  <input id="cvc" name="cvc" inputmode="numeric" autocomplete="cc-csc" placeholder="CVC">`;

export const testCards = `
  <details>
    <summary>A stand-in for Stripe: test cards</summary>
    <p>This form runs on your machine and charges no one. Any future date and any three-digit code will do.</p>
    <ul>
      <li>4242 4242 4242 4242 succeeds</li>
      <li>5555 5555 5555 4444 succeeds; use it to try a second trial</li>
      <li>4000 0025 0000 3155 succeeds after the bank confirms it</li>
      <li>4000 0000 0000 0341 is saved, and every charge fails</li>
      <li>4000 0000 0000 0002 is declined</li>
      <li>The promotion code HALF halves the first payment</li>
    </ul>
  </details>`;
