import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createEspeak } from '../../../infra/local/engines/espeak.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createPollyHandler } from '../../../infra/local/providers/polly.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { apiEvent, invoke, siteOrigin } from '../../support/handlers/event.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const url = sharedParley.url;

const readHealth = async () => {
  const response = await fetch(`${url}/api/health`);
  return { response, health: (await response.json()) as Output<'system.health'> };
};

// A busy voice engine may answer late at first.
beforeAll(() => vi.waitUntil(async () => (await readHealth()).health.status === 'ok', 60_000));

test('every engine reports that it is up, and its languages', async () => {
  const { response, health } = await readHealth();
  expect(response.headers.get('cache-control')).toBe('public, max-age=30');
  expect(health.status).toBe('ok');
  expect(health.engines.translation.languages).toEqual(
    expect.arrayContaining(['en-US', 'en-GB', 'es', 'fr', 'it', 'pt', 'ca']),
  );
  expect(health.engines.recognition.languages).toEqual(['en-US']);
  expect(health.engines.speech.languages).toEqual(expect.arrayContaining(['en-US', 'es', 'ja']));
  expect(health.engines.speech.languages).not.toContain('th');
});

test('exactly the listed pairs translate, also from a language to itself', async () => {
  const { health } = await readHealth();
  expect(health.engines.translation.pairs).toEqual(
    expect.arrayContaining(['en-US>es', 'es>en-GB', 'en-US>en-GB', 'de>de-CH']),
  );
  expect(health.engines.translation.pairs).not.toContain('de>ja');
});

test('voices of all pages count, and a failed engine is reported', async () => {
  const polly = createPollyHandler(createEspeak(createFfmpeg()), { voicesPerPage: 5 });
  const standIns = await startStandIns({ polly });
  onTestFinished(standIns.stop);
  const environment = { ...standIns.environment, SITE_ORIGIN: siteOrigin };
  for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
  onTestFinished(() => void vi.unstubAllEnvs());

  const { handler } = await import('../../../functions/system/health.ts');
  const { body } = await invoke(handler, apiEvent({ method: 'GET', path: '/api/health' }));
  const { status, engines } = JSON.parse(body ?? '') as Output<'system.health'>;
  expect(engines.speech.languages).toEqual(expect.arrayContaining(['ca', 'fr', 'ja', 'sv', 'tr']));
  expect([status, engines.translation.up, engines.recognition.up]).toEqual(['degraded', false, false]);
});
