import { describe, expect, test } from 'vitest';
import { handler } from '../../../functions/billing/portal.ts';
import { call, type Someone } from '../../support/handlers/in-process.ts';
import { startBuyers } from '../../support/people/buyers.ts';

const buyers = await startBuyers();
const { user, stripe, calls, intercept, subscribe, profile } = buyers;

const nothing = 'You have no payment method or invoices yet. Nothing was charged. Subscribe first.';

describe('Stripe’s pages', () => {
  test.each([
    [undefined, '/subscription-management'],
    ['invoices', '/subscription-management'],
    ['card', '/subscription-management?returned=card'],
  ])('open for the caller (%s), and lead back', async (opens, back) => {
    const ada = await user();
    await subscribe(ada);
    const asked: URLSearchParams[] = [];
    intercept(async (call, execute, body) => {
      if (call === 'POST /v1/billing_portal/sessions') asked.push(new URLSearchParams(body));
      return execute();
    });
    const { status, body } = await portal(ada, opens);
    expect([status, Object.keys(body)]).toEqual([200, ['url']]);
    expect(URL.canParse(body.url)).toBe(true);
    const [sent] = asked;
    expect(sent?.get('customer')).toBe((await profile(ada)).customerId);
    const [homeOf, type] =
      opens === 'card'
        ? ['flow_data[after_completion][redirect][return_url]', 'payment_method_update']
        : ['return_url', null];
    expect(sent?.get(homeOf)).toBe(`https://parley.example${back}`);
    expect(sent?.get('flow_data[type]')).toBe(type);
  });

  test('use this site’s settings, or the account’s default', async () => {
    const ada = await user();
    await subscribe(ada);
    const configurationOf = async () => {
      const asked: (string | null)[] = [];
      intercept(async (_call, execute, body) => {
        if (body) asked.push(new URLSearchParams(body).get('configuration'));
        return execute();
      });
      await portal(ada);
      return asked;
    };
    const features = { invoice_history: { enabled: true } };
    const makeFor = (site: string) =>
      stripe.billingPortal.configurations.create({ features, metadata: { site } });
    await makeFor('https://other.example');
    expect(await configurationOf()).toEqual([null]);
    const { id } = await makeFor('https://parley.example');
    expect(await configurationOf()).toEqual([id]);
    await stripe.billingPortal.configurations.update(id, { active: false });
  });

  test('need a customer', async () => {
    const { status, body } = await portal(await user());
    expect([status, body.code, body.error]).toEqual([409, 'conflict', nothing]);
    expect(calls).toEqual([]);
  });

  test('need a customer that exists at Stripe', async () => {
    const ada = await user();
    await subscribe(ada);
    await stripe.customers.del((await profile(ada)).customerId ?? '');
    const { status, body } = await portal(ada);
    expect([status, body.error]).toEqual([409, nothing]);
  });
});

function portal(someone: Someone, opens?: unknown) {
  return call(handler, { method: 'POST', path: '/api/billing-portal', body: { opens } }, someone);
}
