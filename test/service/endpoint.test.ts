import { setTimeout as wait } from 'node:timers/promises';
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { ulid } from 'ulid';
import { describe, expect, test, vi } from 'vitest';
import { endpoint } from '../../functions/endpoint.ts';
import { NotFound, ProviderFailed } from '../../functions/errors.ts';
import { sign } from '../../functions/request/signing.ts';
import { handler as notFoundHandler } from '../../functions/system/not-found.ts';
import { handler as translateHandler } from '../../functions/translation/translate.ts';
import { login } from '../../shared/api/auth.schema.ts';
import { health } from '../../shared/api/system.schema.ts';
import { translate } from '../../shared/api/translation.schema.ts';
import { apiEvent, lambdaContext } from '../support/handlers/event.ts';
import { startInProcess } from '../support/handlers/in-process.ts';
import { cookieName } from '../support/handlers/jar.ts';

const { logged } = await startInProcess();

/** Sent in every writable place; must appear in no answer or log. */
const canary = 'canarybird';

const valid = { text: 'Hello', sourceLanguage: 'en-US', targetLanguage: 'es' };

/** A known guest, so that answers set no cookie. */
const guestId = ulid();
const guestCookie = `${cookieName('guest')}=${guestId}.${sign('guest', guestId)}`;

describe('an answer', () => {
  test('is the output as JSON, and not cacheable', async () => {
    const echo = endpoint('translation.translate', translate, async ({ text }) => ({ translatedText: text }));
    expect(await call(echo, translateEvent(valid))).toEqual({
      statusCode: 200,
      headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
      body: '{"translatedText":"Hello"}',
    });
  });
});

describe('the body of an endpoint', () => {
  test('receives the parsed input and the caller', async () => {
    const body = vi.fn(async () => ({ translatedText: '' }));
    const event = translateEvent(
      { ...valid, text: ' Hello ', more: 1 },
      { 'Idempotency-Key': 'key-1', 'x-viewer-address': '198.51.100.9' },
    );
    await call(endpoint('translation.translate', translate, body), event);
    expect(body).toHaveBeenCalledExactlyOnceWith(
      { ...valid, idempotencyKey: 'key-1' },
      {
        kind: 'guest',
        guestId,
        requestId: event.requestContext.requestId,
        address: '198.51.100.9',
        signal: expect.any(AbortSignal),
        cookies: expect.any(Object),
      },
    );
  });
});

describe('cookies', () => {
  const guest = expect.stringMatching(/^__Host-parley_guest=/);

  test('identify a new guest in the answer to an unsafe method, even on failure', async () => {
    const echo = endpoint('translation.translate', translate, async ({ text }) => ({ translatedText: text }));
    for (const handler of [echo, failing(new NotFound()), failing(new Error('inside'))]) {
      for (const input of [valid, {}]) {
        const event = apiEvent({ method: 'POST', path: '/api/translate', body: input });
        expect((await call(handler, event)).cookies).toEqual([guest]);
      }
    }
  });

  test('name a new guest in the answer after a timeout', async () => {
    const hanging = endpoint('translation.translate', translate, () => new Promise(() => {}));
    const event = apiEvent({ method: 'POST', path: '/api/translate', body: valid });
    const answer = await hanging(event, lambdaContext(520));
    expect([answer.statusCode, answer.cookies]).toEqual([504, [guest]]);
  });

  test('are not in answers to requests around the edge or from another site', async () => {
    for (const headers of [{ 'x-origin-secret': undefined }, { 'sec-fetch-site': 'cross-site' }]) {
      const event = apiEvent({ method: 'POST', path: '/api/translate', headers, body: valid });
      const answer = await call(failing(new Error('never runs')), event);
      expect([answer.statusCode, answer.cookies]).toEqual([403, undefined]);
    }
  });

  test('of an invalid session are cleared with the error', async () => {
    const cookies = [`${cookieName('access')}=garbage`, guestCookie];
    const event = apiEvent({ method: 'POST', path: '/api/translate', body: valid, cookies });
    const answer = await call(failing(new Error('never runs')), event);
    expect([answer.statusCode, answer.cookies]).toEqual([
      401,
      [
        '__Host-parley_access=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
        '__Host-parley_refresh=; Max-Age=0; Path=/; HttpOnly; Secure; SameSite=Lax',
        'parley_signed_in=; Max-Age=0; Path=/; Secure; SameSite=Lax',
      ],
    ]);
  });

  test('of two concurrent requests stay separate', async () => {
    const setting = endpoint('auth.login', login, async ({ returnTo }, { cookies }) => {
      cookies.set('guest', returnTo, { maxAgeSeconds: 1, sameSite: 'lax' });
      await new Promise((resolve) => setImmediate(resolve));
      return { location: returnTo };
    });
    const answers = await Promise.all(
      ['/', '/analytics'].map((returnTo) =>
        call(setting, apiEvent({ method: 'GET', path: '/api/login', query: { returnTo } })),
      ),
    );
    expect(answers.map(({ headers, cookies }) => [headers?.location, cookies?.[0]?.split(';')[0]])).toEqual([
      ['/', '__Host-parley_guest=/'],
      ['/analytics', '__Host-parley_guest=/analytics'],
    ]);
  });
});

describe('a known error', () => {
  test.each([
    [
      new NotFound(),
      404,
      { code: 'not_found', error: 'This page doesn’t exist. Go to Parley’s home page.' },
      { reason: 'noSuchAddress', values: {}, cost: 'free' },
    ],
    [
      new ProviderFailed('translation', { cause: new Error('inside') }),
      502,
      {
        code: 'provider_failed',
        error: 'Parley couldn’t translate your text. This didn’t count toward your limit. Please try again.',
      },
      { reason: 'translationFailed', values: {}, cost: 'uncounted' },
    ],
  ])(
    '%s answers its status, word, sentence and what other languages need',
    async (error, status, said, given) => {
      const event = translateEvent(valid);
      const answer = await call(failing(error), event);
      expect(answer).toEqual({
        statusCode: status,
        headers: { 'cache-control': 'no-store', 'content-type': 'application/json; charset=utf-8' },
        body: expect.any(String),
      });
      expect(json(answer)).toEqual({ ...said, ...given, requestId: event.requestContext.requestId });
    },
  );

  test('is not cacheable, even on a cacheable row', async () => {
    const failed = endpoint('system.health', health, async () => {
      throw new NotFound();
    });
    const { headers } = await call(failed, apiEvent({ method: 'GET', path: '/api/health' }));
    expect(headers?.['cache-control']).toBe('no-store');
  });
});

describe('an unexpected error', () => {
  test.each([
    ['an Error', new Error(canary)],
    ['an Error with a cause', new Error(canary, { cause: new TypeError(canary) })],
    ['an Error with more fields', Object.assign(new Error(canary), { input: canary, code: canary })],
    ['an Error with a changed message', Object.assign(new Error(`a\n    at ${canary}`), { message: 'b' })],
    ['a string', canary],
    ['a parser’s own error', parserError()],
  ])('%s answers 500 without internals', async (_what, error) => {
    const event = translateEvent(valid);
    const answer = await call(failing(error), event);
    expect(answer.statusCode).toBe(500);
    expect(json(answer)).toEqual({
      error: 'Something went wrong on our side. This didn’t count toward your limit. Please try again.',
      code: 'internal',
      reason: 'ourFault',
      values: {},
      cost: 'uncounted',
      requestId: event.requestContext.requestId,
    });
    expect(logged()).not.toContain(canary);
    expect(printedEvents()).toEqual(['faulted', 'answered']);
  });

  test('of a database that times out is 504, and asks to try again', async () => {
    const late = Object.assign(new Error(canary), { name: 'TimeoutError' });
    const answer = await call(failing(late), translateEvent(valid));
    expect([answer.statusCode, json(answer)]).toEqual([
      504,
      expect.objectContaining({
        error: 'The request took too long. This may have counted toward your limit. Please try again.',
        code: 'provider_timeout',
      }),
    ]);
  });
});

describe('a wrong input', () => {
  test('answers 400 with every wrong field, and the first one’s sentence', async () => {
    const event = translateEvent({ text: ' ', sourceLanguage: 7, targetLanguage: 'xx' });
    const answer = await call(translateHandler, event);
    expect(answer.statusCode).toBe(400);
    expect(json(answer)).toEqual({
      error: 'Type or say something to translate.',
      code: 'invalid_request',
      reason: 'noText',
      values: {},
      cost: 'free',
      requestId: event.requestContext.requestId,
      issues: [
        { path: 'text', message: 'Type or say something to translate.' },
        { path: 'sourceLanguage', message: expect.stringContaining('"sourceLanguage"') },
        { path: 'targetLanguage', message: 'Parley can’t translate to this language.' },
      ],
    });
  });
});

describe('the caller’s text', () => {
  const everywhere = {
    authorization: `Bearer ${canary}`,
    referer: `https://${canary}.example/`,
    'user-agent': canary,
    'x-forwarded-for': canary,
    'x-viewer-address': canary,
    'accept-language': canary,
    [canary]: canary,
  };
  const text = `${canary} ${canary}`;

  test.each([
    ['an unknown language', { text, sourceLanguage: canary, targetLanguage: canary }, {}],
    ['a text too long for a guest', { ...valid, text: canary.repeat(200) }, {}],
    ['a text of the wrong type', { ...valid, text: { [canary]: canary } }, {}],
    ['broken JSON', `{"text": "${canary}`, { 'content-type': 'application/json' }],
    ['a content type', { ...valid, text }, { 'content-type': canary }],
    ['a wrong idempotency key', { ...valid, text }, { 'idempotency-key': `${canary} ${canary}` }],
    [
      'another site',
      { ...valid, text },
      { 'sec-fetch-site': undefined, origin: `https://${canary}.example` },
    ],
    ['a false origin secret', { ...valid, text }, { 'x-origin-secret': canary }],
  ])('is in no error answer and no log line: %s', async (_what, body, headers) => {
    const event = apiEvent({
      method: 'POST',
      path: `/api/translate`,
      query: { [canary]: canary },
      cookies: [`${canary}=${canary}`],
      headers: { ...everywhere, ...headers },
      body,
    });
    const answer = await call(translateHandler, event);
    expect(answer.statusCode).toBeGreaterThanOrEqual(400);
    expect(answer.statusCode).toBeLessThan(500);
    expect(JSON.stringify(answer)).not.toContain(canary);
    expect(logged()).not.toContain(canary);
    expect(printedEvents()).toEqual(['answered']);
  });
});

describe('the time of a function', () => {
  test('runs out early enough to answer 504, and aborts the body’s signal', async () => {
    const aborted = vi.fn();
    const hanging = endpoint('translation.translate', translate, async (_input, { signal }) => {
      signal.addEventListener('abort', aborted);
      return new Promise(() => {});
    });
    // A busy machine delays these like the function's timers.
    const early = wait(200)
      .then(() => wait(250))
      .then(() => wait(150));
    const answer = await Promise.race([hanging(translateEvent(valid), lambdaContext(700)), early]);
    if (!answer) throw new Error('It was not answered 100 ms before its time was over.');
    expect([answer.statusCode, json(answer)]).toEqual([
      504,
      expect.objectContaining({
        code: 'provider_timeout',
        error: 'The request took too long. This may have counted toward your limit. Please try again.',
      }),
    ]);
    expect(aborted).toHaveBeenCalledOnce();
    expect(printedEvents()).toEqual(['faulted', 'answered']);
  });

  test('leaves the body a moment to release its grant, because Lambda freezes a function that has answered', async () => {
    const steps: string[] = [];
    const metered = endpoint('translation.translate', translate, async (_input, { signal }) => {
      await wait(60_000, undefined, { signal }).catch(() => {});
      await wait(50);
      steps.push('given back');
      throw signal.reason;
    });
    const answer = await metered(translateEvent(valid), lambdaContext(600));
    steps.push('answered');
    expect([answer.statusCode, json(answer)]).toMatchObject([504, { code: 'provider_timeout' }]);
    expect(steps).toEqual(['given back', 'answered']);
  });
});

test('every answer is logged once, with its status, its word and its duration', async () => {
  const event = apiEvent({ method: 'GET', path: '/api/nothing', route: '$default' });
  await call(notFoundHandler, event);
  expect(JSON.parse(logged())).toEqual({
    time: expect.any(String),
    level: 'info',
    event: 'answered',
    requestId: event.requestContext.requestId,
    endpoint: 'system.not-found',
    status: 404,
    code: 'not_found',
    durationMs: expect.any(Number),
  });
});

function translateEvent(body: unknown, headers: Record<string, string | undefined> = {}) {
  return apiEvent({ method: 'POST', path: '/api/translate', headers, body, cookies: [guestCookie] });
}

function failing(error: unknown) {
  return endpoint('translation.translate', translate, async () => {
    throw error;
  });
}

function call(
  handler: typeof translateHandler,
  event: APIGatewayProxyEventV2,
): Promise<APIGatewayProxyStructuredResultV2> {
  return handler(event, lambdaContext());
}

function json(answer: Awaited<ReturnType<typeof call>>): unknown {
  return JSON.parse(answer.body ?? '');
}

function printedEvents(): unknown[] {
  return logged()
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { event: string }).event);
}

function parserError(): unknown {
  try {
    return JSON.parse(`{"${canary}`);
  } catch (error) {
    return error;
  }
}
