import { afterEach, expect, test } from 'vitest';
import { startBuyers } from '../../../support/people/buyers.ts';
import { mastercard, visa } from '../../../support/people/cards.ts';

const {
  user,
  stripe,
  create,
  signal,
  giveCard,
  status,
  subscribe,
  subscriptions,
  customerOf,
  priceOf,
  send,
  eventsOf,
} = await startBuyers();

afterEach(() => {
  delete process.env.AUTOMATIC_TAX;
});

test('a subscription says that Stripe adds no tax, whatever the account’s default is', async () => {
  const ada = await user();
  await subscribe(ada);
  expect(await subscriptions(ada)).toMatchObject([{ automatic_tax: { enabled: false } }]);
  expect(await stripe.customers.retrieve(await customerOf(ada))).not.toHaveProperty('address');
});

test('with automatic tax, the customer gets the address of the payment form', async () => {
  process.env.AUTOMATIC_TAX = 'on';
  const ada = await user();
  const { body } = await create(ada);
  const id = await giveCard(body.clientSecret, visa, { country: 'CH', postal_code: '8001' });
  await signal('setup_intent.succeeded', { id });
  expect(await subscriptions(ada)).toMatchObject([{ status: 'trialing', automatic_tax: { enabled: true } }]);
  expect(await stripe.customers.retrieve(await customerOf(ada))).toMatchObject({
    address: { country: 'CH', postal_code: '8001' },
  });
});

test('with automatic tax, a new default card brings its address', async () => {
  process.env.AUTOMATIC_TAX = 'on';
  const ada = await user();
  const { body } = await create(ada);
  await signal('setup_intent.succeeded', {
    id: await giveCard(body.clientSecret, visa, { country: 'CH', postal_code: '8001' }),
  });
  const customer = await customerOf(ada);
  const change = async (address?: { country: string; postal_code: string }) => {
    const { client_secret } = await stripe.setupIntents.create({
      customer,
      allowed_payment_method_types: ['card'],
    });
    const id = await giveCard(client_secret ?? '', mastercard, address);
    const card = `${(await stripe.setupIntents.retrieve(id)).payment_method}`;
    await stripe.customers.update(customer, { invoice_settings: { default_payment_method: card } });
    expect((await send((await eventsOf(customer)).at(-1) ?? {})).status).toBe(200);
    return stripe.customers.retrieve(customer);
  };
  const german = { address: { country: 'DE', postal_code: '10115' } };
  expect(await change(german.address)).toMatchObject(german);
  expect(await change()).toMatchObject(german);
});

test('nothing is sold at a price to which Stripe would add tax', async () => {
  const price = await priceOf('parley_monthly');
  const { product, unit_amount } = await stripe.prices.retrieve(price);
  await stripe.prices.create({
    product: `${product}`,
    currency: 'usd',
    unit_amount: unit_amount ?? 0,
    recurring: { interval: 'month' },
    tax_behavior: 'exclusive',
    lookup_key: 'parley_monthly',
    transfer_lookup_key: true,
  });
  const ada = await user();
  await expect(subscribe(ada)).rejects.toThrow('The webhook answered 500.');
  expect(await subscriptions(ada)).toEqual([]);
  expect(await status(ada)).toMatchObject({ isPremium: false });
});
