import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { zstdCompressSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { findDirections, type Manifest } from '../../../../infra/local/models/manifest.ts';
import { type AddOptions, ModelStore } from '../../../../infra/local/models/store.ts';
import models from '../../../../shared/models.json' with { type: 'json' };
import { newFolder } from '../../../support/folder.ts';
import { listen } from '../../../support/parley/local.ts';

const files = {
  model: makeFile('model', 300_000),
  lex: makeFile('lex', 100_000),
  vocab: makeFile('vocab', 50_000),
};

describe('adding a model', () => {
  test('checks and unpacks its files', async () => {
    const { store, folder, add } = await start();
    await add();
    expect(store.list()).toEqual(['en-pt']);
    expect(readFileSync(path.join(folder, 'en-pt/model.bin'))).toEqual(files.model.bytes);
    expect(await store.verify('en-pt')).toEqual([]);
    expect(readdirSync(path.join(folder, '.partial'))).toEqual([]);
  });

  test('goes on where a lost connection stopped', async () => {
    const { store, add, asked, serve } = await start(cutAt(100_000));
    await expect(add()).rejects.toThrow(
      /^The connection to 127\.0\.0\.1:\d+ was lost at \d+ %\. Run the command again to go on from there\.$/,
    );
    expect(store.list()).toEqual([]);
    serve(sendFile);
    await add();
    expect(asked).toEqual(['/lex.zst', '/model.zst', '/model.zst bytes=100000-', '/vocab.zst']);
    expect(await store.verify('en-pt')).toEqual([]);
  });

  test('starts again at a server that sends only whole files', async () => {
    const { store, add, serve } = await start(cutAt(100_000));
    await expect(add()).rejects.toThrow('was lost');
    serve((request, response) => response.end(findFile(request).packed));
    await add();
    expect(await store.verify('en-pt')).toEqual([]);
  });

  test.for<[string, Handler, RegExp, number]>([
    [
      'a damaged file',
      (request, response) => response.end(Buffer.from(findFile(request).packed).fill(1, 20, 40)),
      /sent another file than the list promises\. Nothing was kept of it\.$/,
      0,
    ],
    [
      'a web page',
      (_, response) => response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<html>'),
      /^127\.0\.0\.1:\d+ sent a web page instead of the model\. Does this network ask for a login\?$/,
      0,
    ],
    ['a broken connection', (_, response) => void response.destroy(), /was lost at 0 %/, 0],
    ['no file', (_, response) => response.writeHead(404).end(), /answered 404 for \/\w+\.zst\.$/, 0],
    [
      'an endless answer',
      (_, response) => {
        const timer = setInterval(() => response.write(Buffer.alloc(10_000)), 1);
        response.on('close', () => clearInterval(timer));
      },
      /sent more than the \d+ bytes of \w+\.zst\.$/,
      0,
    ],
    [
      'the beginning, and then nothing',
      (_, response) => void response.write(Buffer.alloc(10)),
      /was lost at 0 %/,
      10,
    ],
  ])('refuses %s, and keeps nothing that is wrong', async ([, handle, sentence, kept]) => {
    const { store, folder, add, serve } = await start(handle);
    await expect(add({ stallMs: 500 })).rejects.toThrow(sentence);
    expect(store.list()).toEqual([]);
    const partial = path.join(folder, '.partial/en-pt');
    const sizes = readdirSync(partial).map((name) => readFileSync(path.join(partial, name)).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(kept);
    serve(sendFile);
    await add().catch(() => add());
    expect(await store.verify('en-pt')).toEqual([]);
  });

  test('says that the disk is full', async () => {
    const { store, folder, add } = await start();
    mkdirSync(path.join(folder, '.partial/en-pt'), { recursive: true });
    for (const name of ['lex.bin', 'model.bin', 'vocab.spm'])
      symlinkSync('/dev/full', path.join(folder, `.partial/en-pt/${name}.zst.partial`));
    await expect(add()).rejects.toThrow(/^The disk is full\.$/);
    expect(store.list()).toEqual([]);
  });

  test('asks the mirror first, and the public place where the mirror fails', async () => {
    const first = await start((_, response) => void response.writeHead(404).end());
    const { store, add } = await start();
    await add({ mirror: first.url });
    expect(first.asked).toEqual(['/lex.zst', '/model.zst', '/vocab.zst']);
    expect(store.list()).toEqual(['en-pt']);
  });

  test('takes files that were copied by hand, packed or not, by any name', async () => {
    const { store, add, asked } = await start();
    const copied = newFolder();
    mkdirSync(path.join(copied, 'deep'));
    writeFileSync(path.join(copied, 'deep/a'), files.model.packed);
    writeFileSync(path.join(copied, 'b'), files.lex.bytes);
    await expect(add({ from: copied })).rejects.toThrow(`vocab.zst (vocab.spm) is not in ${copied}.`);
    expect(store.list()).toEqual([]);
    writeFileSync(path.join(copied, 'c.spm'), files.vocab.bytes);
    await add({ from: copied });
    expect([store.list(), asked]).toEqual([['en-pt'], []]);
    expect(await store.verify('en-pt')).toEqual([]);
  });

  test('keeps the old model until the new one is whole', async () => {
    const { store, folder, add, serve } = await start();
    await add();
    writeFileSync(path.join(folder, 'en-pt/model.bin'), 'old');
    expect([store.isCurrent('en-pt'), await store.verify('en-pt')]).toEqual([false, ['model.bin']]);
    serve((_, response) => void response.writeHead(500).end());
    await expect(add()).rejects.toThrow('answered 500');
    expect(readFileSync(path.join(folder, 'en-pt/model.bin'), 'utf8')).toBe('old');
    serve(sendFile);
    await add();
    expect(await store.verify('en-pt')).toEqual([]);
  });
});

test('removing a model removes what was fetched of it', async () => {
  const { store, folder, add, serve } = await start();
  await add();
  serve(cutAt(10));
  store.remove('en-pt');
  await expect(add()).rejects.toThrow('was lost');
  store.remove('en-pt');
  expect(store.list()).toEqual([]);
  expect(existsSync(path.join(folder, '.partial/en-pt'))).toBe(false);
});

test('a disk without enough room is noticed before the download', async () => {
  const { folder } = await start();
  const huge = { ...files.model.record, bytes: 1e18 };
  const store = new ModelStore(folder, {
    places: [],
    licence: 'MPL-2.0',
    models: { 'en-pt': { architecture: 'tiny', version: '1.0', files: { model: huge } } },
  });
  await expect(store.checkSpace(['en-pt'])).rejects.toThrow(
    /^The disk has \d+ MB left, but \d+ MB are needed\.$/,
  );
});

test('a language means both directions, in the codes of Parley and of the models', () => {
  const manifest: Manifest = models;
  expect(findDirections(manifest, ['pt-BR'])).toEqual(['en-pt', 'pt-en']);
  expect(findDirections(manifest, ['zh-CN', 'zh-Hans'])).toEqual(['en-zh-Hans', 'zh-Hans-en']);
  expect(findDirections(manifest, ['no'])).toEqual(['nb-en']);
  expect(findDirections(manifest, ['en-fr'])).toEqual(['en-fr']);
  expect(() => findDirections(manifest, ['tlh'])).toThrow('There is no model for "tlh".');
});

type Handler = (request: IncomingMessage, response: ServerResponse) => unknown;

/** A server of one model, and an empty folder. */
async function start(handle: Handler = sendFile) {
  let current = handle;
  const asked: string[] = [];
  const server = http.createServer((request, response) => {
    asked.push([request.url, request.headers.range].filter(Boolean).join(' '));
    current(request, response);
  });
  const url = await listen(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const folder = newFolder();
  const model = {
    architecture: 'tiny',
    version: '1.0',
    files: { lex: files.lex.record, model: files.model.record, vocab: files.vocab.record },
  };
  const store = new ModelStore(folder, { places: [url], licence: 'MPL-2.0', models: { 'en-pt': model } });
  return {
    store,
    folder,
    url,
    asked,
    add: (options: AddOptions = {}) => store.add('en-pt', options),
    serve: (next: Handler) => {
      current = next;
    },
  };
}

/** As a real server does, with ranges. */
function sendFile(request: IncomingMessage, response: ServerResponse): void {
  const { packed } = findFile(request);
  const from = Number(/\d+/.exec(request.headers.range ?? '0')?.[0]);
  response.writeHead(from > 0 ? 206 : 200, { 'content-length': packed.length - from });
  response.end(packed.subarray(from));
}

function cutAt(bytes: number): Handler {
  return (request, response) => {
    const { packed } = findFile(request);
    return response.end(packed.subarray(0, bytes));
  };
}

function findFile({ url = '' }: IncomingMessage) {
  const name = path.parse(url).name;
  const file = Object.entries(files).find(([each]) => each === name)?.[1];
  if (!file) throw new Error(`no file ${url}`);
  return file;
}

/** Half of it cannot be packed. */
function makeFile(name: string, size: number) {
  const noise = Array.from({ length: size / 64 }, (_, index) => sha256(Buffer.from(`${name} ${index}`)));
  const bytes = Buffer.from(noise.join(''));
  const packed = zstdCompressSync(bytes);
  const record = {
    path: `${name}.zst`,
    packedBytes: packed.length,
    packedSha256: sha256(packed),
    bytes: bytes.length,
    sha256: sha256(bytes),
  };
  return { bytes, packed, record };
}

function sha256(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
