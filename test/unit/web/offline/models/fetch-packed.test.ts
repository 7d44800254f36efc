import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  answerWith,
  createFile,
  type ServedFile,
  serveModels,
} from '../../../../support/offline/model-server.ts';

let file: ServedFile;
let fetchPacked: typeof import('../../../../../web/offline/models/fetch-packed.ts').fetchPacked;

beforeEach(async () => {
  file = createFile('model', randomBytes(200_000));
  ({ fetchPacked } = await import('../../../../../web/offline/models/fetch-packed.ts'));
});
afterEach(() => vi.unstubAllGlobals());

test('a model arrives as it was packed, and tells how far it is', async () => {
  await serveModels(answerWith([file]));
  const progress: number[] = [];
  const packed = await fetchFile({ onProgress: (bytes) => progress.push(bytes) });
  expect(Buffer.from(await packed.arrayBuffer()).equals(file.packed)).toBe(true);
  expect(progress.at(-1)).toBe(file.packedBytes);
});

test('a download that broke off goes on where it stopped', async () => {
  const good = answerWith([file]);
  const requests = await serveModels((request, response, count) => {
    if (count > 1) return good(request, response, count);
    response.writeHead(200, { 'content-length': file.packedBytes });
    response.write(file.packed.subarray(0, 100_000), () => response.destroy());
  });
  await expect(fetchFile()).rejects.toMatchObject({ name: 'DownloadFailed', fault: 'lost' });
  const packed = await fetchFile();
  expect(Buffer.from(await packed.arrayBuffer()).equals(file.packed)).toBe(true);
  expect(requests[1]?.range).toMatch(/^bytes=[1-9]\d*-$/);
});

test('a server that knows no ranges sends everything again', async () => {
  await serveModels((_request, response, count) => {
    if (count > 1) return response.writeHead(200).end(file.packed);
    response.writeHead(200, { 'content-length': file.packedBytes });
    return response.write(file.packed.subarray(0, 100_000), () => response.destroy());
  });
  await expect(fetchFile()).rejects.toMatchObject({ fault: 'lost' });
  const packed = await fetchFile();
  expect(Buffer.from(await packed.arrayBuffer()).equals(file.packed)).toBe(true);
});

test('a login page in place of a model, a file that is gone, and a short one each have their fault', async () => {
  await serveModels((_request, response) =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end('<h1>Hotel</h1>'),
  );
  await expect(fetchFile()).rejects.toMatchObject({ fault: 'webpage' });
  vi.unstubAllGlobals();
  await serveModels((_request, response) => response.writeHead(404).end());
  await expect(fetchFile()).rejects.toMatchObject({ fault: 'missing' });
  vi.unstubAllGlobals();
  await serveModels((_request, response) => response.writeHead(200).end(file.packed.subarray(0, 50)));
  await expect(fetchFile()).rejects.toMatchObject({ fault: 'lost' });
});

test('an answer without an end is cut off at the promised size, and nothing of it is kept', async () => {
  const requests = await serveModels((_request, response, count) => {
    if (count > 1) return response.writeHead(200).end(file.packed);
    response.writeHead(200);
    const write = () => response.write(randomBytes(65_536)) && !response.destroyed && setImmediate(write);
    response.on('drain', write);
    return write();
  });
  await expect(fetchFile()).rejects.toMatchObject({ fault: 'damaged' });
  await fetchFile();
  expect(requests[1]?.range).toBeUndefined();
});

test('a server that falls silent is given up', async () => {
  await serveModels((_request, response) => {
    response.writeHead(200);
    response.write(file.packed.subarray(0, 10));
  });
  await expect(fetchFile({ stallMs: 200 })).rejects.toMatchObject({ fault: 'lost' });
});

test('cancelling rejects with the reason', async () => {
  const controller = new AbortController();
  await serveModels((_request, response) => {
    response.writeHead(200);
    response.write(file.packed.subarray(0, 10));
  });
  const reason = new DOMException('Cancelled', 'AbortError');
  const fetched = fetchFile({ signal: controller.signal, onProgress: () => controller.abort(reason) });
  await expect(fetched).rejects.toBe(reason);
});

function fetchFile(options: Partial<Parameters<typeof fetchPacked>[1]> = {}) {
  return fetchPacked(file, { signal: new AbortController().signal, onProgress: () => {}, ...options });
}
