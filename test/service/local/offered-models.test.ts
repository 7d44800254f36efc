import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { openModels } from '../../../infra/local/site/models.ts';
import type { Catalogue } from '../../../shared/neural/catalogue.ts';
import { newFolder } from '../../support/folder.ts';
import { writeModels } from '../../support/neural/models.ts';

test('the models of the machine are listed, packed, named by their content and cached for a year', async () => {
  const url = await serve(writeModels({ 'en-pt': { Hello: 'Olá' }, 'pt-en': {} }));
  const list = await fetch(`${url}/models/models.json`);
  expect([list.headers.get('content-type'), list.headers.get('cache-control')]).toEqual([
    'application/json; charset=utf-8',
    'no-cache',
  ]);
  const catalogue = (await list.json()) as Catalogue;
  expect(Object.keys(catalogue)).toEqual(['en-pt', 'pt-en']);
  expect(catalogue['en-pt']?.map(({ kind }) => kind)).toEqual(['model', 'lex', 'vocabulary']);
  for (const { sha256, bytes, packedBytes } of catalogue['en-pt'] ?? []) {
    const answer = await fetch(`${url}/models/${sha256}.gz`);
    const packed = Buffer.from(await answer.arrayBuffer());
    const unpacked = gunzipSync(packed);
    expect([packed.byteLength, unpacked.byteLength]).toEqual([packedBytes, bytes]);
    expect(createHash('sha256').update(unpacked).digest('hex')).toBe(sha256);
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    // The page unpacks and counts by itself.
    expect(answer.headers.get('content-encoding')).toBeNull();
  }
});

test('a download goes on in the middle', async () => {
  const url = await serve(writeModels({ 'en-pt': { Hello: 'Olá' } }));
  const catalogue = (await (await fetch(`${url}/models/models.json`)).json()) as Catalogue;
  const { sha256, packedBytes = 0 } = catalogue['en-pt']?.[0] ?? {};
  const rest = await fetch(`${url}/models/${sha256}.gz`, { headers: { range: 'bytes=10-' } });
  expect([rest.status, (await rest.arrayBuffer()).byteLength]).toEqual([206, packedBytes - 10]);
});

test('a machine without models has an empty list', async () => {
  const url = await serve(newFolder());
  expect(await (await fetch(`${url}/models/models.json`)).json()).toEqual({});
});

test('models that could not be packed are packed for the next browser', async () => {
  const packedFolder = path.join(newFolder(), 'models');
  // As a full disk does.
  writeFileSync(packedFolder, '');
  const url = await serve(writeModels({ 'en-pt': {} }), packedFolder);
  expect((await fetch(`${url}/models/models.json`)).status).toBe(500);
  rmSync(packedFolder);
  expect(Object.keys(await (await fetch(`${url}/models/models.json`)).json())).toEqual(['en-pt']);
});

test('nothing else below it is served', async () => {
  const url = await serve(writeModels({ 'en-pt': {} }));
  await fetch(`${url}/models/models.json`);
  for (const name of ['', 'en-pt/model.bin', '..%2fen-pt%2fmodel.bin', `${'0'.repeat(64)}.gz`]) {
    expect((await fetch(`${url}/models/${name}`)).status, name).toBe(404);
  }
  expect((await fetch(`${url}/models/models.json`, { method: 'POST' })).status).toBe(405);
});

async function serve(modelsFolder: string, packedFolder = newFolder()): Promise<string> {
  const handle = openModels(modelsFolder, packedFolder);
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.writeHead(500).end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
