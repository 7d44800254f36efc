import { expect, test, vi } from 'vitest';
import { type EndpointId, endpointIds, endpoints } from '../../../shared/api/index.ts';
import { contractOf } from '../../support/handlers/contracts.ts';
import { goodCalls, goodRequest, keptTranslation, overTheWire } from '../../support/handlers/good-calls.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { subscribe, visitPremium } from '../../support/people/premium.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';

const ada = await visitPremium(sharedParley.url, sharedParley.dynamodb);
const subscriber = subscribed();

/** These need Stripe's signature, each other, a second sign-in, or only answer errors. */
const special: readonly EndpointId[] = [
  'account.begin-second-factor',
  'account.change-email',
  'account.confirm-email',
  'account.confirm-second-factor',
  'account.end-second-factor',
  'billing.apply-code',
  'billing.webhook',
  'speech.listen',
  'speech.send-chunk',
  'system.not-found',
];
const answeringJson = endpointIds.filter((id) => !('produces' in endpoints[id]) && !special.includes(id));

test.each(answeringJson)('%s answers exactly by its contract', async (id) => {
  const { of: who } = goodCalls[id];
  const caller = who === 'somebody new' ? await newUser() : who === 'a subscriber' ? await subscriber : ada;
  const translation = keptTranslation();
  await caller.post('/api/translations', { entries: [translation] });
  await expectPromised(id, await caller.fetch(...overTheWire(goodRequest(id, translation.id))));
});

test('billing.apply-code answers exactly by its contract', async () => {
  const buyer = await newUser();
  await buyer.fetch(...overTheWire(goodRequest('billing.create')));
  await expectPromised(
    'billing.apply-code',
    await buyer.fetch(...overTheWire(goodRequest('billing.apply-code'))),
  );
});

test('speech.listen and speech.send-chunk answer exactly by their contracts', async () => {
  const listening = ada.fetch(...overTheWire(goodRequest('speech.listen')));
  const hear = async () => {
    const answer = await ada.fetch(...overTheWire(goodRequest('speech.send-chunk')));
    return (await answer.clone().json()).hasBegun ? answer : undefined;
  };
  await expectPromised('speech.send-chunk', await vi.waitUntil(hear, { timeout: 40_000 }));
  await expectPromised('speech.listen', await listening);
});

test.each(['translation.list', 'settings.read', 'billing.status', 'account.export'] as const)(
  '%s answers a guest by its contract',
  async (id) => {
    await expectPromised(id, await visit(sharedParley.url).fetch(...overTheWire(goodRequest(id))));
  },
);

async function expectPromised(id: EndpointId, response: Response): Promise<void> {
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  const body: unknown = await response.json();
  const { output } = await contractOf(id);
  expect(output.parse(body)).toEqual(body);
}

async function newUser(): Promise<Visitor> {
  const visitor = visit(sharedParley.url);
  await signUp(visitor);
  return visitor;
}

async function subscribed(): Promise<Visitor> {
  const visitor = await newUser();
  await subscribe(visitor, sharedParley.stripe);
  return visitor;
}
