import { screen } from '@testing-library/react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { type Catalogue, cataloguePath, getPackedPath } from '../../../../shared/neural/catalogue.ts';
import { goOnline, openTranslator, type } from '../../../support/component/translator.ts';
import { button, openTranslator as openVoice, tap, until } from '../../../support/component/voice.ts';
import { installCaches } from '../../../support/offline/memory-caches.ts';

const names = ['en-es', 'es-en'];
const files = names.map((name) => ({
  kind: 'model' as const,
  sha256: name.repeat(13),
  bytes: 1,
  packedBytes: 1,
}));
const wanted: Catalogue = Object.fromEntries(
  names.map((name, index) => [name, files.slice(index, index + 1)]),
);

beforeEach(() => {
  installCaches();
  vi.stubGlobal('Worker', class {});
});

test('offline, the page says that the device translates the pair', async () => {
  await keep(wanted, files);
  await openOffline();
  await screen.findByText('This device translates English (US) and Spanish.');
  screen.getByText('You’re offline. Quick Actions still work.');
});

test('a pair stays ready when the site offers newer models', async () => {
  await keep(wanted, files);
  const newer = files.map((file) => ({ ...file, sha256: 'f'.repeat(64) }));
  await openTranslator();
  vi.stubGlobal('fetch', async () => Response.json({ 'en-es': newer, 'es-en': newer }));
  await goOnline(false);
  await screen.findByText('This device translates English (US) and Spanish.');
});

test('offline, the page says which step is missing', async () => {
  await openOffline();
  await screen.findByText(
    'English (US) and Spanish aren’t on this device. Open “Ready for offline” when you’re online.',
  );
});

test('offline, the first letter warms the device’s engine up', async () => {
  const warmUp = vi.fn(async () => {});
  vi.doMock('../../../../web/offline/translation/translate-here.ts', () => ({ warmUp }));
  onTestFinished(() => vi.doUnmock('../../../../web/offline/translation/translate-here.ts'));
  await keep(wanted, files);
  await openOffline();
  await screen.findByText(/^This device translates/);
  expect(warmUp).not.toHaveBeenCalled();
  type('t');
  type('th');
  expect(warmUp.mock.calls).toEqual([['en-US', 'es-ES']]);
});

test('offline, one direction of two is not enough', async () => {
  await keep({ 'en-es': files.slice(0, 1) }, files.slice(0, 1));
  await openOffline();
  await screen.findByText(/^English \(US\) and Spanish aren’t on this device\./);
});

test('offline, the page says that the browser removed what was ready', async () => {
  await keep(wanted, files.slice(1));
  await openOffline();
  await screen.findByText(/^Your browser removed the offline translation to make room\./);
});

test('offline, the page says that the browser is too old for what was ready', async () => {
  await keep(wanted, files);
  vi.spyOn(WebAssembly, 'validate').mockReturnValue(false);
  await openOffline();
  await screen.findByText('This browser can’t translate offline. A newer version may.');
});

test('offline, a conversation says that the device translates it, or that it waits', async () => {
  await openVoice();
  tap('Conversation');
  await until(() => button('Close'));
  await goOnline(false);
  await until(() => screen.getByText(/^You’re offline\. Your conversation stays here\./));
  await keep(wanted, files);
  await goOnline(true);
  await goOnline(false);
  await until(() => screen.getByText('You’re offline. This device translates your conversation.'));
  expect(screen.queryByText(/Your conversation stays here/)).toBeNull();
});

async function openOffline(): Promise<void> {
  await openTranslator();
  await goOnline(false);
}

async function keep(models: Catalogue, kept: typeof files): Promise<void> {
  const cache = await caches.open('parley-models');
  const pairs = [{ directions: Object.keys(models), isComplete: true }];
  await cache.put(cataloguePath, Response.json({ wanted: models, pairs }));
  for (const file of kept) await cache.put(getPackedPath(file), new Response('x'));
}
