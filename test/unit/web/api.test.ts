import { STATUS_CODES } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { handler as setUpAndroid } from '../../../functions/android/setup.ts';
import type { EndpointId } from '../../../shared/api/index.ts';
import { defaultSettings } from '../../../shared/settings.ts';
import { ConnectionError, call, describeError, sessionEvents } from '../../../web/api.ts';
import { guestWith } from '../../support/component/statuses.ts';
import { apiEvent, functionEnvironment, invoke } from '../../support/handlers/event.ts';

const origin = 'https://parley.example';
let heard: Request;
let answer: Response;
const inits: RequestInit[] = [];

beforeEach(() => {
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    inits.push(init);
    heard = new Request(origin + path, init);
    return answer.clone();
  });
});

describe('a request', () => {
  test('carries JSON with its content type, credentials and the idempotency key', async () => {
    reply('{"translatedText":"hola"}');
    const input = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
    const output = await call('translation.translate', input, { idempotencyKey: 'abc' });
    expect(output).toEqual({ translatedText: 'hola' });
    const { method, url, headers, credentials } = heard;
    expect([method, url, credentials]).toEqual(['POST', `${origin}/api/translate`, 'include']);
    expect([headers.get('content-type'), headers.get('idempotency-key')]).toEqual([
      'application/json',
      'abc',
    ]);
    expect(await heard.json()).toEqual(input);
  });

  test('has a time limit until its answer begins, but not for reading a long one', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    reply('{"translatedText":"hola"}');
    await call('translation.translate', { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es' });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('escapes text so that the API can detect broken bytes', async () => {
    reply('{"translatedText":""}');
    const text = 'Grüße 👋 \ufffd \\ud800 \ud83d';
    await call('translation.translate', { text, sourceLanguage: 'en-US', targetLanguage: 'es-ES' });
    const body = await heard.text();
    expect(body).not.toContain('\ufffd');
    expect(JSON.parse(body).text).toBe('Grüße 👋 \ufffd \\ud800 \ufffd');
  });

  test('has no content type without a body, and puts its input into the query', async () => {
    reply('{"translations":[],"cursor":null}');
    await call('translation.list', { starred: 'true' });
    expect([heard.method, heard.url]).toEqual(['GET', `${origin}/api/translations?starred=true`]);
    expect([heard.body, heard.headers.get('content-type')]).toEqual([null, null]);
    await call('auth.user', {}).catch(() => {});
    expect(heard.url).toBe(`${origin}/api/auth/user`);
  });

  test('sends a clip as the file recording.wav of a form', async () => {
    reply('{"transcript":"","confidence":0}');
    await call('speech.transcribe', { audio: new Blob(['RIFF']), language: 'en-US' });
    const form = await heard.formData();
    const audio = form.get('audio') as File;
    expect([audio.name, await audio.text(), form.get('language')]).toEqual([
      'recording.wav',
      'RIFF',
      'en-US',
    ]);
  });
});

describe('a server that never answers', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_path: string, { signal }: RequestInit) => {
      const { promise, reject } = Promise.withResolvers<Response>();
      signal?.addEventListener('abort', () => reject(signal.reason));
      return promise;
    });
  });

  afterEach(() => {
    vi.useRealTimers();
  });

  test('fails as a lost connection after 35 seconds, and as long as a slow line needs for a clip', async () => {
    const failed = vi.fn();
    call('system.health', {}).catch(failed);
    const clipFailed = vi.fn();
    call('speech.transcribe', { audio: new Blob([new Uint8Array(32_000 * 20)]), language: 'en-US' }).catch(
      clipFailed,
    );
    await vi.advanceTimersByTimeAsync(34_000);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.any(ConnectionError));
    expect(clipFailed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(18_000);
    expect(clipFailed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(2_000);
    expect(clipFailed).toHaveBeenCalledExactlyOnceWith(expect.any(ConnectionError));
  });

  test('can be left before', async () => {
    const leaving = new AbortController();
    const failed = vi.fn();
    call('system.health', {}, { signal: leaving.signal }).catch(failed);
    await vi.advanceTimersByTimeAsync(1_000);
    leaving.abort();
    await vi.advanceTimersByTimeAsync(0);
    expect(failed).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ name: 'AbortError' }));
  });
});

test.each([
  ['the platform’s JSON', '{"message":"Not Found"}', '404: {"message":"Not Found"}'],
  ['HTML', '<h1>no</h1>', '404: <h1>no</h1>'],
  ['nothing', '', '404: Not Found'],
  ['JSON null', 'null', '404: null'],
])('a failed answer that is %s has its body or the status text as message', async (_, body, message) => {
  reply(body, 404, 'text/plain');
  expect(await failed()).toMatchObject({ message, code: undefined });
});

test('in another language, the page words our own errors, and says the server’s text for reasons that it does not know', async () => {
  vi.resetModules();
  vi.doMock('../../../web/language/shown-language.ts', () => ({ shownLanguage: 'de' }));
  onTestFinished(() => vi.doUnmock('../../../web/language/shown-language.ts'));
  const { call, describeError } = await import('../../../web/api.ts');
  const describe = async (reason: string) => {
    const body = { error: 'In English.', code: 'rate_limited', requestId: '1', cost: 'uncounted' };
    reply(JSON.stringify({ ...body, reason, values: { source: 'ja', target: 'de' } }), 429);
    return describeError(await call('system.health', {}).catch((error: unknown) => error));
  };
  expect(await describe('noSuchPair')).toContain('Japanisch to Deutsch');
  expect(await describe('noSuchPair')).toContain('This didn’t count toward your limit.');
  expect(await describe('madeUpLater')).toBe('In English.');
});

test('the platform’s rate limit says to try again', async () => {
  reply('{"message":"Too Many Requests"}', 429);
  const error = await failed();
  expect(error).toMatchObject({ message: '429: {"message":"Too Many Requests"}', code: undefined });
  expect(describeError(error)).toBe('Parley is busy right now. Try again in a moment.');
});

test.each([
  [502, 'text/html', '<html><h1>502 Bad Gateway</h1></html>'],
  [500, 'text/plain', ''],
  [500, 'application/json', '{"message":"Internal Server Error"}'],
  [503, 'text/plain', 'Service Unavailable'],
  [413, 'text/html', '\n<html>Request Entity Too Large</html>'],
  [500, 'application/json', '{"error":"Internal Server Error"}'],
])('what the platform says with %i, %s, "%s" is never shown', async (status, contentType, body) => {
  const statusText = 'Internal Server Error';
  vi.stubGlobal(
    'fetch',
    async () => new Response(body, { status, statusText, headers: { 'content-type': contentType } }),
  );
  expect(describeError(await failed())).toBeUndefined();
});

test('the browser’s message is never shown', () => {
  expect(
    describeError(new DOMException('The play() request was interrupted.', 'AbortError')),
  ).toBeUndefined();
  expect(describeError(new TypeError('Failed to fetch dynamically imported module: /x.js'))).toBeUndefined();
});

test.each([
  ['no answer at all', undefined],
  ['a hotel’s page with status 200', '<!doctype html><title>Welcome</title>'],
  ['half of an answer', '{"status":'],
])('%s is a connection error with a message', async (_, body) => {
  if (body === undefined) vi.stubGlobal('fetch', () => Promise.reject(new TypeError('fetch failed')));
  else reply(body, 200, 'text/html');
  const error = await failed();
  expect(error).toBeInstanceOf(ConnectionError);
  expect(describeError(error)).toBe('Network error. Please check your internet connection.');
});

test.each<[string, EndpointId, unknown]>([
  ['a status without its numbers', 'billing.status', { subscriptionStatus: 'free', isPremium: false }],
  ['a translation that is a number', 'translation.translate', { translatedText: 5 }],
  ['a page of the history without entries', 'translation.list', {}],
  ['somebody else’s JSON', 'system.health', { status: 'ok', portal: 'https://hotel.example/login' }],
  ['a part of speech that is null', 'speech.send-chunk', null],
  ['settings out of range', 'settings.read', { ...defaultSettings, speechRate: 900 }],
  ['a user who is a list', 'auth.user', []],
])('%s is not an answer of ours', async (_, id, body) => {
  reply(JSON.stringify(body));
  const error = await call(id, {} as never).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ConnectionError);
});

test('sound that is a hotel’s page is not an answer of ours', async () => {
  reply('<!doctype html><title>Welcome</title>', 200, 'text/html');
  const speech = { text: 'casa', language: 'es-ES' };
  await expect(call('speech.synthesize', speech)).rejects.toBeInstanceOf(ConnectionError);
  reply('ID3', 200, 'audio/mpeg');
  await expect(call('speech.synthesize', speech)).resolves.toBeInstanceOf(Blob);
});

test('fields of a newer server are left out', async () => {
  reply(JSON.stringify({ translatedText: 'casa', mood: 'glad' }));
  const input = { text: 'house', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  expect(await call('translation.translate', input)).toEqual({ translatedText: 'casa' });
});

test('a truncated answer is a connection error, but a cancelled call is not', async () => {
  const giveUp = new AbortController();
  const breaking = (cause: Error) =>
    vi.stubGlobal(
      'fetch',
      async () => new Response(new ReadableStream({ pull: (body) => body.error(cause) })),
    );
  breaking(new TypeError('network error'));
  expect(await failed()).toBeInstanceOf(ConnectionError);
  breaking(new DOMException('Given up.', 'AbortError'));
  giveUp.abort();
  await expect(call('system.health', {}, { signal: giveUp.signal })).rejects.toMatchObject({
    name: 'AbortError',
  });
});

describe('one visitor is one guest', () => {
  const text = { text: 'hello', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };

  test('an unsafe call waits for the first status, a safe one does not', async () => {
    const { call, asked, answer } = await freshClient();
    void call('billing.status', {});
    const translating = call('translation.translate', text);
    call('system.health', {}).catch(() => {});
    await Promise.resolve();
    expect(asked()).toEqual(['/api/subscription-status', '/api/health']);
    answer(JSON.stringify(guestWith(3)));
    await translating;
    expect(asked()).toContain('/api/translate');
  });

  test('a failed status does not block other calls', async () => {
    const { call, asked, fail } = await freshClient();
    call('billing.status', {}).catch(() => {});
    fail();
    await call('translation.translate', text).catch(() => {});
    expect(asked()).toEqual(['/api/subscription-status', '/api/translate']);
  });

  test('a keepalive call waits as well, and after the status it is sent during unload', async () => {
    const { call, asked, answer } = await freshClient();
    const status = call('billing.status', {});
    void call('settings.save', defaultSettings, { keepalive: true });
    await Promise.resolve();
    expect(asked()).toEqual(['/api/subscription-status']);
    answer(JSON.stringify(guestWith(3)));
    await status;
    expect(asked()).toEqual(['/api/subscription-status', '/api/settings']);
    expect(inits.at(-1)?.keepalive).toBe(true);
    void call('settings.save', defaultSettings, { keepalive: true });
    await Promise.resolve();
    expect(asked()).toHaveLength(3);
  });

  test('after the end of a session the client waits for the next status', async () => {
    const { call, asked, answer } = await freshClient(2);
    const expired = call('billing.status', {}).catch(() => {});
    answer('{"error":"Your session has ended.","code":"session_expired"}', 401);
    await expired;
    void call('billing.status', {});
    void call('translation.translate', text);
    await Promise.resolve();
    expect(asked()).toEqual(['/api/subscription-status', '/api/subscription-status']);
    answer(JSON.stringify(guestWith(3)));
    await expect.poll(asked).toContain('/api/translate');
  });

  /** A newly opened page, whose first calls the test answers. */
  async function freshClient(held = 1) {
    vi.resetModules();
    const waiting: PromiseWithResolvers<Response>[] = [];
    const fetched = vi.fn((_path: string, init: RequestInit) => {
      inits.push(init);
      waiting.push(Promise.withResolvers());
      const response = waiting.at(-1)?.promise;
      if (waiting.length <= held) return response;
      return Promise.resolve(Response.json({ ...guestWith(3), ...defaultSettings, translatedText: 'hola' }));
    });
    vi.stubGlobal('fetch', fetched);
    const fresh = await import('../../../web/api.ts');
    return {
      call: fresh.call,
      asked: () => fetched.mock.calls.map(([path]) => path),
      answer: (body: string, status = 200) =>
        waiting.slice(0, held).at(-1)?.resolve(new Response(body, { status })),
      fail: () => waiting[0]?.reject(new TypeError('fetch failed')),
    };
  }
});

test('an answer is taken unchecked when its schema cannot be fetched', async () => {
  vi.resetModules();
  vi.doMock('../../../web/answers.ts', () => {
    throw new TypeError('Failed to fetch dynamically imported module: /assets/answers.js');
  });
  onTestFinished(() => vi.doUnmock('../../../web/answers.ts'));
  vi.stubGlobal('fetch', async () => Response.json(guestWith(3)));
  const fresh = await import('../../../web/api.ts');
  expect(await fresh.call('billing.status', {})).toEqual(guestWith(3));
});

test('listeners receive the end of a session with the error', async () => {
  let count = 0;
  sessionEvents.addEventListener('session-expired', () => {
    count += 1;
  });
  reply('{"error":"Your session has ended.","code":"session_expired","requestId":"r"}', 401);
  expect(await failed()).toMatchObject({ code: 'session_expired' });
  expect(count).toBe(1);
  reply('{"error":"No.","code":"unauthenticated"}', 401);
  await failed();
  expect(count).toBe(1);
});

test('a handler reads what the page sends, and the page what the handler answers', async () => {
  Object.assign(process.env, functionEnvironment);
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    const { method = '', body } = init;
    const event = apiEvent({ method, path, body: JSON.parse(`${body}`) });
    const { statusCode: status = 0, ...result } = await invoke(setUpAndroid, event);
    return new Response(result.body, { status, headers: result.headers as Record<string, string> });
  });
  const input = {
    projectType: 'react-native',
    features: ['translation', 'speech-recognition', 'text-to-speech'],
    preferences: { stability: true, targetSdk: 34 },
  } as const;
  expect((await call('android.setup', { ...input, features: [...input.features] })).versions.androidSdk).toBe(
    '34',
  );
  const wrong = { ...input, projectType: 'flutter' };
  const error = await call('android.setup', wrong as never).catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({ status: 400, code: 'invalid_request' });
  expect(describeError(error)).toMatch(/^[A-Z].+\.$/);
});

function reply(body: string, status = 200, type = 'application/json'): void {
  const statusText = STATUS_CODES[status] ?? '';
  answer = new Response(body, { status, statusText, headers: { 'content-type': type } });
}

function failed(): Promise<unknown> {
  return call('system.health', {}).then(
    () => undefined,
    (error: unknown) => error,
  );
}
