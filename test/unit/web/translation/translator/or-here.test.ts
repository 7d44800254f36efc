import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, ConnectionError } from '../../../../../web/api.ts';
import { translateOrHere } from '../../../../../web/translation/translator/or-here.ts';

const online = { by: 'server' };
const here = { by: 'device' };
const { signal } = new AbortController();
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => vi.useRealTimers());

test('the server’s answer is used while it comes in time, and the device is not asked', async () => {
  const asked = vi.fn(async () => here);
  expect(await translateOrHere(async () => online, asked, signal)).toBe(online);
  expect(asked).not.toHaveBeenCalled();
});

test('without a connection the device answers', async () => {
  const lost = () => Promise.reject(new ConnectionError());
  expect(await translateOrHere(lost, async () => here, signal)).toBe(here);
});

test('without a connection, a device that is not ready leaves the connection’s error', async () => {
  const error = new ConnectionError();
  await expect(
    translateOrHere(
      () => Promise.reject(error),
      async () => undefined,
      signal,
    ),
  ).rejects.toBe(error);
});

test('a refusal of the server is its answer', async () => {
  const error = new ApiError(429, 'No translations left', 'daily_limit_reached');
  const asked = vi.fn(async () => here);
  await expect(translateOrHere(() => Promise.reject(error), asked, signal)).rejects.toBe(error);
  expect(asked).not.toHaveBeenCalled();
});

test('after 8 seconds the device answers, and the request is given up', async () => {
  let sent: AbortSignal | undefined;
  const answered = translateOrHere<object>(
    (given) => {
      sent = given;
      return never();
    },
    async () => here,
    signal,
  );
  await vi.advanceTimersByTimeAsync(7_900);
  expect(sent?.aborted).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await answered).toBe(here);
  expect(sent?.aborted).toBe(true);
});

test('after 8 seconds, a device that is not ready, or fails, keeps waiting for the server', async () => {
  for (const asked of [async () => undefined, () => Promise.reject(new Error('no memory'))]) {
    const { promise, resolve } = Promise.withResolvers<object>();
    const answered = translateOrHere(() => promise, asked, signal);
    await vi.advanceTimersByTimeAsync(9_000);
    resolve(online);
    expect(await answered).toBe(online);
  }
});

test('cancelling ends both', async () => {
  const controller = new AbortController();
  const signals: AbortSignal[] = [];
  const answered = translateOrHere<object>(
    (given) => {
      signals.push(given);
      return new Promise((_, reject) => given.addEventListener('abort', () => reject(given.reason)));
    },
    (given) => {
      signals.push(given);
      return never();
    },
    controller.signal,
  );
  answered.catch(() => {});
  await vi.advanceTimersByTimeAsync(8_100);
  const reason = new DOMException('Cancelled', 'AbortError');
  controller.abort(reason);
  await expect(answered).rejects.toBe(reason);
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
});
