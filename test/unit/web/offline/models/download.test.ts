import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Catalogue } from '../../../../../shared/neural/catalogue.ts';
import { installCaches } from '../../../../support/offline/memory-caches.ts';
import { answerWith, createFile, serveModels } from '../../../../support/offline/model-server.ts';

const files = [
  createFile('model', randomBytes(50_000)),
  createFile('lex', randomBytes(20_000)),
  createFile('vocabulary', randomBytes(10_000)),
];
const models: Catalogue = { 'en-pt': files.map(({ packed: _, ...file }) => file) };

let cached: ReturnType<typeof installCaches>;
let store: typeof import('../../../../../web/offline/models/download.ts');
let installed: typeof import('../../../../../web/offline/models/installed.ts');

beforeEach(async () => {
  vi.resetModules();
  cached = installCaches();
  vi.stubGlobal('navigator', { locks: undefined });
  store = await import('../../../../../web/offline/models/download.ts');
  installed = await import('../../../../../web/offline/models/installed.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('a model is ready once all its files have come, with the engine', async () => {
  await serveModels(answerWith(files));
  expect((await installed.readInstalled()).models).toEqual({});
  await download();
  expect((await installed.readInstalled()).models).toEqual(models);
  expect(cached.stored.get('parley-engine')?.size).toBe(3);
  expect(await store.sumMissingBytes(models)).toBe(0);
});

test('a second download asks only for what is missing', async () => {
  const good = answerWith(files);
  const requests = await serveModels((request, response, count) =>
    count === 5 ? response.destroy() : good(request, response, count),
  );
  await expect(download()).rejects.toMatchObject({ fault: 'lost' });
  expect((await installed.readInstalled()).models).toEqual({});
  const before = requests.length;
  await download();
  expect((await installed.readInstalled()).models).toEqual(models);
  expect(requests.length - before).toBe(2);
});

test('another file than was promised is not kept, though it can be unpacked', async () => {
  const good = answerWith(files);
  await serveModels((request, response, count) =>
    count === 4
      ? response.writeHead(200).end(createFile('model', randomBytes(50_000)).packed)
      : good(request, response, count),
  );
  await expect(download()).rejects.toMatchObject({ fault: 'damaged' });
  expect([...(cached.stored.get('parley-models')?.keys() ?? [])]).toEqual(['/models/models.json']);
});

test('a full disk is told apart, and the models before it stay', async () => {
  await serveModels(answerWith(files));
  await download();
  const more = createFile('model', randomBytes(1_000));
  cached.refuse(new DOMException('The quota has been exceeded.', 'QuotaExceededError'));
  const { packed: _, ...record } = more;
  await expect(download({ 'pt-en': [record] })).rejects.toMatchObject({ fault: 'full' });
  expect((await installed.readInstalled()).models).toEqual(models);
});

test('two tabs download one after the other, so that the second finds all there', async () => {
  let last: Promise<unknown> = Promise.resolve();
  const request = (_name: string, _options: object, work: () => Promise<void>) => {
    const run = last.then(work);
    last = run.catch(() => {});
    return run;
  };
  vi.stubGlobal('navigator', { locks: { request } });
  const requests = await serveModels(answerWith(files));
  await Promise.all([download(), download()]);
  expect(requests.filter(({ path }) => path.startsWith('/models/'))).toHaveLength(3);
});

test('removing a pair keeps the directions that another pair uses, also through English', async () => {
  const { englishPortuguese, spanishPortuguese } = makePairs();
  await serveModels(answerWith(Object.values(spanishPortuguese.served)));
  await download(spanishPortuguese.models);
  await download(englishPortuguese.models);
  expect(await store.removePair(['en-pt', 'pt-en'])).toBe(true);
  expect((await installed.readInstalled()).models).toEqual(spanishPortuguese.models);

  await download(englishPortuguese.models);
  expect(await store.removePair(Object.keys(spanishPortuguese.models))).toBe(false);
  expect((await installed.readInstalled()).models).toEqual(englishPortuguese.models);
  expect(await store.removePair(['en-pt', 'pt-en'])).toBe(false);
  expect([...(cached.stored.get('parley-models')?.keys() ?? [])]).toEqual(['/models/models.json']);
});

test('removing deletes only files that no other model shares', async () => {
  await serveModels(answerWith(files));
  await download();
  await download({ 'pt-en': models['en-pt']?.slice(0, 1) ?? [] });
  await store.removePair(['en-pt']);
  expect(Object.keys((await installed.readInstalled()).models)).toEqual(['pt-en']);
  expect([...(cached.stored.get('parley-models')?.keys() ?? [])].toSorted()).toEqual(
    ['/models/models.json', `/models/${files[0]?.sha256}.gz`].toSorted(),
  );
});

test.each([
  ['before its first file', 4, 3],
  ['between two files', 5, 2],
])(
  'a page that is closed in the middle of a download, %s, leaves nothing that passes for a model',
  async (_, stopAt, missing) => {
    const good = answerWith(files);
    const reached = Promise.withResolvers<void>();
    const requests = await serveModels((request, response, count) => {
      if (count !== stopAt) return good(request, response, count);
      response.writeHead(200);
      return response.write('the first bytes', () => reached.resolve());
    });
    download().catch(() => {});
    await reached.promise;

    // The next page has other modules and the same storage.
    vi.resetModules();
    store = await import('../../../../../web/offline/models/download.ts');
    installed = await import('../../../../../web/offline/models/installed.ts');
    const left = await installed.readInstalled();
    expect(left.models).toEqual({});
    expect(installed.wereComplete(left, ['en-pt'])).toBe(false);
    const before = requests.length;
    await download();
    const after = await installed.readInstalled();
    expect([after.models, installed.wereComplete(after, ['en-pt'])]).toEqual([models, true]);
    expect(requests.length - before).toBe(missing);
  },
);

test.each([
  ['a login page', 'webpage', { 'content-type': 'text/html' }, 200],
  ['an answer that breaks off', 'lost', { 'content-length': '1000' }, 200],
  ['an engine that is gone', 'missing', {}, 404],
])('%s in place of the engine is not kept', async (_, fault, headers, status) => {
  await serveModels((_request, response) => {
    response.writeHead(status, headers);
    response.write('half', () => (fault === 'lost' ? response.destroy() : response.end()));
  });
  await expect(download()).rejects.toMatchObject({ name: 'DownloadFailed', fault });
  expect([...(cached.stored.get('parley-engine')?.keys() ?? [])]).toEqual([]);
});

test('deleting the data of this browser deletes models and engine', async () => {
  await serveModels(answerWith(files));
  await download();
  await installed.deleteModels();
  expect([...cached.stored.keys()]).toEqual([]);
});

test('what the browser deleted counts as missing, and is still known as wanted', async () => {
  await serveModels(answerWith(files));
  await download();
  const cache = await caches.open('parley-models');
  await cache.delete(`/models/${files[0]?.sha256}.gz`);
  const left = await installed.readInstalled();
  expect(left).toMatchObject({ wanted: models, models: {} });
  expect(installed.wereComplete(left, ['en-pt'])).toBe(true);
});

test('the worker deletes a model that was damaged on the device', async () => {
  await serveModels(answerWith(files));
  await download();
  const cache = await caches.open('parley-models');
  await cache.put(`/models/${files[1]?.sha256}.gz`, new Response('damaged'));
  const { readModel } = await import('../../../../../web/offline/models/stored-models.ts');
  await expect(readModel('en-pt', models['en-pt'] ?? [])).rejects.toThrow('The model en-pt is damaged');
  expect((await installed.readInstalled()).models).toEqual({});
});

test('cancelling keeps nothing of the unfinished file', async () => {
  const controller = new AbortController();
  await serveModels(answerWith(files));
  const cancelled = store.downloadModels(models, {
    signal: controller.signal,
    onProgress: () => controller.abort(new DOMException('Cancelled', 'AbortError')),
  });
  await expect(cancelled).rejects.toMatchObject({ name: 'AbortError' });
  expect((await installed.readInstalled()).models).toEqual({});
});

function download(wanted = models) {
  return store.downloadModels(wanted, { signal: new AbortController().signal, onProgress: () => {} });
}

/** Spanish and Portuguese need the directions of English and Portuguese, too. */
function makePairs() {
  const served = Object.fromEntries(
    ['en-pt', 'pt-en', 'en-es', 'es-en'].map((name) => [name, createFile('model', Buffer.from(name))]),
  );
  const all: Catalogue = Object.fromEntries(
    Object.entries(served).map(([name, { packed: _, ...file }]) => [name, [file]]),
  );
  const englishPortuguese = Object.fromEntries(
    Object.entries(all).filter(([direction]) => direction.includes('pt')),
  );
  return { englishPortuguese: { models: englishPortuguese }, spanishPortuguese: { models: all, served } };
}
