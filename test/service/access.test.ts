import { expect, test } from 'vitest';
import { type EndpointId, endpointIds, endpoints } from '../../shared/api/index.ts';
import { goodRequest } from '../support/handlers/good-calls.ts';
import { call, type Someone, startInProcess } from '../support/handlers/in-process.ts';

const { user, guest } = await startInProcess();

/** A copy on purpose: a row with weaker access would open an endpoint. New rows join by their access. */
const decided: Record<'user' | 'premium', readonly EndpointId[]> = {
  user: [
    'auth.user',
    'translation.search',
    'translation.remove',
    'translation.star',
    'billing.create',
    'billing.apply-code',
    'billing.cancel',
    'billing.reactivate',
    'billing.preview-change',
    'billing.change',
    'billing.portal',
    'analytics.overview',
    'analytics.users',
    'analytics.revenue',
    'builds.overview',
    'builds.metrics',
  ],
  premium: ['translation.keep', 'speech.synthesize', 'speech.marks'],
};

test.each(allFor('user'))('%s is for those who are signed in', async (id) => {
  for (const someone of [guest(), undefined]) expect(await refusalOf(id, someone)).toBe('unauthenticated');
});

test.each(allFor('premium'))('%s is for Premium', async (id) => {
  for (const someone of [await user(), guest(), undefined]) {
    expect(await refusalOf(id, someone)).toBe('premium_required');
  }
});

test.each(endpointIds.filter((id) => endpoints[id].method === 'GET' && endpoints[id].access === 'guest'))(
  '%s mints no guest, unless its row says so',
  async (id) => {
    const { cookies } = await send(id, undefined);
    expect(cookies).toHaveLength('setsGuestCookie' in endpoints[id] ? 1 : 0);
  },
);

function allFor(access: 'user' | 'premium'): EndpointId[] {
  const rows = endpointIds.filter((id) => endpoints[id].access === access);
  return [...new Set([...decided[access], ...rows])];
}

async function refusalOf(id: EndpointId, someone: Someone | undefined): Promise<string> {
  return (await send(id, someone)).body.code;
}

async function send(id: EndpointId, someone: Someone | undefined) {
  const { handler } = await import(`../../functions/${id.split('.')[0]}/${id.split('.')[1]}.ts`);
  return call(handler, goodRequest(id), someone);
}
