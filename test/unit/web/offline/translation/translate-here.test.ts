import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Catalogue } from '../../../../../shared/neural/catalogue.ts';
import { installCaches } from '../../../../support/offline/memory-caches.ts';
import {
  answerWith,
  createFile,
  type ServedFile,
  serveModels,
} from '../../../../support/offline/model-server.ts';
import { ScriptedBrowserWorker } from '../../../../support/offline/scripted-browser-worker.ts';

const { signal } = new AbortController();
let here: typeof import('../../../../../web/offline/translation/translate-here.ts');

beforeEach(async () => {
  vi.resetModules();
  installCaches();
  vi.stubGlobal('navigator', {});
  vi.stubGlobal('Worker', ScriptedBrowserWorker);
  vi.stubGlobal(
    'ErrorEvent',
    class extends Event {
      readonly message: string;
      constructor(type: string, { message }: { message: string }) {
        super(type);
        this.message = message;
      }
    },
  );
  ScriptedBrowserWorker.started = [];
  ScriptedBrowserWorker.maxModels = [];
  here = await import('../../../../../web/offline/translation/translate-here.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('a device that nobody made ready has no answer', async () => {
  expect(await translate('Good morning')).toBeUndefined();
});

test('a pair is translated by the models on the device, and said to be', async () => {
  await install({ 'en-pt': { 'Good morning': 'Bom dia' } });
  expect(await translate('Good morning')).toEqual({ translatedText: 'Bom dia', isOnDevice: true });
});

test('between two other languages it goes through English', async () => {
  await install({ 'es-en': { 'Buenos días': 'Good morning' }, 'en-pt': { 'Good morning': 'Bom dia' } });
  expect(await translate('Buenos días', 'es-ES')).toMatchObject({ translatedText: 'Bom dia' });
});

test('variants of a language need no model', async () => {
  expect(await translate('Good morning', 'en-US', 'en-GB')).toMatchObject({ translatedText: 'Good morning' });
});

test('while the language is detected, a device without a detector takes the usual one', async () => {
  await install({ 'en-pt': { 'Good morning': 'Bom dia' } });
  expect(await translate('Good morning', 'auto')).toEqual({
    translatedText: 'Bom dia',
    detectedLanguage: 'en-US',
    isOnDevice: true,
  });
});

test('a warm-up starts the engine that translates afterwards, and needs a model', async () => {
  await here.warmUp('en-US', 'pt-BR');
  await here.warmUp('en-US', 'en-GB');
  expect(ScriptedBrowserWorker.started).toHaveLength(0);
  await install({ 'en-pt': { 'Good morning': 'Bom dia' } });
  await here.warmUp('en-US', 'pt-BR');
  expect(ScriptedBrowserWorker.maxModels).toHaveLength(1);
  await translate('Good morning');
  expect(ScriptedBrowserWorker.started).toHaveLength(1);
});

test('a trapped engine is started again, once', async () => {
  await install({ 'en-pt': {} });
  const failed = translate('trap this engine');
  await expect(failed).rejects.toMatchObject({
    name: 'ConnectionError',
    message: 'This device couldn’t translate it. Close other tabs and apps, and try again.',
  });
  expect(ScriptedBrowserWorker.started.map(({ isEnded }) => isEnded)).toEqual([true, true]);
  expect(await translate('Good morning')).toMatchObject({ isOnDevice: true });
});

test('a killed worker is replaced', async () => {
  await install({ 'en-pt': {} });
  await expect(translate('kill the worker')).rejects.toThrow('This device couldn’t translate it.');
  expect(ScriptedBrowserWorker.started).toHaveLength(2);
  expect(await translate('Good morning')).toMatchObject({ isOnDevice: true });
});

test('a phone with little memory loads one model at a time', async () => {
  vi.stubGlobal('navigator', { deviceMemory: 2 });
  await install({ 'es-en': {}, 'en-pt': { 'count the models': 'x' } });
  await translate('Buenos días', 'es-ES');
  expect(ScriptedBrowserWorker.maxModels).toEqual([1]);
});

test('models that the browser removed are said to be gone', async () => {
  const [file] = await install({ 'en-pt': {} });
  await (await caches.open('parley-models')).delete(`/models/${file?.sha256}.gz`);
  await expect(translate('Good morning')).rejects.toThrow('Your browser removed the offline translation');
});

test('a download that was left unfinished is not believed, and not said to be removed', async () => {
  const [file] = await install({ 'en-pt': {} });
  const cache = await caches.open('parley-models');
  await cache.delete(`/models/${file?.sha256}.gz`);
  const list = await (await cache.match('/models/models.json'))?.json();
  const pairs = [{ directions: ['en-pt'], isComplete: false }];
  await cache.put('/models/models.json', Response.json({ ...list, pairs }));
  expect(await translate('Good morning')).toBeUndefined();
});

test('a model that was damaged on the device is removed, and said to be', async () => {
  const [file] = await install({ 'en-pt': {} });
  await (await caches.open('parley-models')).put(`/models/${file?.sha256}.gz`, new Response('damaged'));
  await expect(translate('Good morning')).rejects.toThrow('The offline translation was damaged');
  await expect(translate('Good morning')).rejects.toThrow('Your browser removed the offline translation');
});

test.each([
  ['SIMD', { validate: () => false }],
  // Lockdown mode of iPhones.
  ['WebAssembly', undefined],
])('a browser without %s says so', async (_, webAssembly) => {
  await install({ 'en-pt': {} });
  vi.stubGlobal('WebAssembly', webAssembly);
  await expect(translate('Good morning')).rejects.toThrow('This browser can’t translate offline.');
});

test('the browser’s own translator comes first', async () => {
  giveTranslator(async (text) => `${text} (browser)`);
  await install({ 'en-pt': { 'Good morning': 'Bom dia' } });
  expect(await translate('Good morning')).toMatchObject({ translatedText: 'Good morning (browser)' });
});

test.each([
  ['QuotaExceededError', 'The input is too long.'],
  ['InvalidStateError', 'The document is not active.'],
  ['NotAllowedError', 'Requires a user gesture.'],
])('if the browser’s translator refuses with %s, the models translate', async (name, message) => {
  giveTranslator(() => Promise.reject(new DOMException(message, name)));
  await install({ 'en-pt': { 'Good morning': 'Bom dia' } });
  expect(await translate('Good morning')).toMatchObject({ translatedText: 'Bom dia' });
});

function translate(text: string, source = 'en-US', target = 'pt-BR') {
  return here.translateHere(text, source, target, signal);
}

function giveTranslator(translate: (text: string) => Promise<string>): void {
  vi.stubGlobal('Translator', {
    availability: async () => 'available',
    create: async () => ({ translate, destroy: () => {} }),
  });
}

/** Downloads models of the scripted engine. @returns the files of the first */
async function install(scripts: Readonly<Record<string, object>>): Promise<ServedFile[]> {
  const { downloadModels } = await import('../../../../../web/offline/models/download.ts');
  const files = Object.entries(scripts).map(([direction, script]) => [
    createFile('model', Buffer.from(JSON.stringify(script))),
    createFile('lex', Buffer.from(`lex ${direction}`)),
    createFile('vocabulary', Buffer.from(`vocabulary ${direction}`)),
  ]);
  await serveModels(answerWith(files.flat()));
  const catalogue: Catalogue = Object.fromEntries(
    Object.keys(scripts).map((direction, index) => [
      direction,
      (files[index] ?? []).map(({ packed: _, ...file }) => file),
    ]),
  );
  await downloadModels(catalogue, { signal, onProgress: () => {} });
  return files[0] ?? [];
}
