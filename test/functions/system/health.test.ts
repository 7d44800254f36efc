import { expect, inject, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';

const url = inject('parley');

const readHealth = async () => {
  const response = await fetch(`${url}/api/health`);
  return { response, health: (await response.json()) as Output<'system.health'> };
};

test('every engine says that it is up and which of our languages it can do here', async () => {
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

test('pairs are those that translate, also from a language to itself', async () => {
  const { health } = await readHealth();
  expect(health.engines.translation.pairs).toEqual(
    expect.arrayContaining(['en-US>es', 'es>en-GB', 'en-US>en-GB', 'de>de-CH']),
  );
  expect(health.engines.translation.pairs).not.toContain('de>ja');
});
