import { expect, test } from 'vitest';
import { probedText } from '../../../functions/system/checks.ts';
import { statusReport } from '../../../shared/status/report.schema.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { visit } from '../../support/people/session.ts';

const { url } = sharedParley;

test('a running product publishes what works as a file of the site, from the first request on', async () => {
  const response = await fetch(`${url}/status.json`);
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('public, max-age=30');
  const { checkedAt, parts } = statusReport.parse(await response.json());
  expect(Date.now() - Date.parse(checkedAt)).toBeLessThan(15 * 60_000);
  expect(Object.entries(parts).map(([part, { state }]) => `${part} ${state}`)).toEqual([
    'site up',
    'translation up',
    'recognition up',
    'speech up',
    'accounts up',
    'payments up',
  ]);
});

test('the probe’s word comes back unchanged, so it uses up no translation', async () => {
  const guest = visit(url);
  const answer = await guest.post('/api/translate', probedText);
  expect(await answer.json()).toMatchObject({ translatedText: probedText.text, uncounted: 'unchanged' });
  const status = await guest.fetch('/api/subscription-status');
  expect(await status.json()).toMatchObject({ translationsRemaining: 3 });
});
