import { InternalServerError } from '@aws-sdk/client-dynamodb';
import { PollyClient, ServiceFailureException, SynthesizeSpeechCommand } from '@aws-sdk/client-polly';
import {
  InternalServerException,
  ServiceUnavailableException,
  TooManyRequestsException,
  TranslateClient,
  TranslateTextCommand,
} from '@aws-sdk/client-translate';
import { DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { findLanguage, type Language } from '../../shared/languages.ts';
import { apiEvent, lambdaContext, originSecret, siteOrigin } from '../support/handlers/event.ts';
import { premium } from '../support/handlers/in-process.ts';
import { cookieName } from '../support/handlers/jar.ts';
import { startIssuer } from '../support/handlers/tokens.ts';
import { profileOf } from '../support/people/profiles.ts';

/** Faults of AWS that no stand-in can show. Only the network below the clients is replaced. */
vi.stubEnv('SITE_ORIGIN', siteOrigin);
vi.stubEnv('ORIGIN_SECRET', originSecret);
vi.stubEnv('SIGNING_SECRET', 'signing-secret-of-the-tests');
vi.stubEnv('USERS_TABLE', 'users');
vi.stubEnv('USAGE_TABLE', 'usage');
vi.stubEnv('AWS_REGION', 'us-east-1');
const issuer = await startIssuer();
for (const [name, value] of Object.entries(issuer.environment)) vi.stubEnv(name, value);

const { handler: translate } = await import('../../functions/translation/translate.ts');
const { handler: synthesize } = await import('../../functions/speech/synthesize.ts');

const { translateText } = await import('../../functions/translation/translator.ts');

const translateClient = mockClient(TranslateClient);
const pollyClient = mockClient(PollyClient);
const database = mockClient(DynamoDBDocumentClient);

beforeEach(() => {
  for (const client of [translateClient, pollyClient, database]) client.reset();
  database.resolves({});
  vi.spyOn(process.stdout, 'write').mockReturnValue(true);
});
afterAll(async () => {
  for (const client of [translateClient, pollyClient, database]) client.restore();
  await issuer.stop();
});

const metadata = { $metadata: {}, message: 'inside' };
const timeOut = Object.assign(new Error('inside'), { name: 'TimeoutError' });

function askToTranslate(text = 'hello') {
  const body = { text, sourceLanguage: 'en-US', targetLanguage: 'es' };
  return translate(apiEvent({ method: 'POST', path: '/api/translate', body }), lambdaContext(20_000));
}

function read(answer: { statusCode?: number; body?: string }) {
  return { status: answer.statusCode, ...JSON.parse(answer.body ?? '{}') };
}

describe('Amazon Translate', () => {
  test.for([
    ['throttles', new TooManyRequestsException(metadata), 502, 'provider_failed'],
    ['is unavailable', new ServiceUnavailableException(metadata), 502, 'provider_failed'],
    ['fails inside', new InternalServerException(metadata), 502, 'provider_failed'],
    ['does not answer in time', timeOut, 504, 'provider_timeout'],
  ] as const)(
    '%s: the caller learns that nothing was charged, and no internals',
    async ([, fault, status, code]) => {
      translateClient.on(TranslateTextCommand).rejects(fault);
      const answer = read(await askToTranslate());
      expect(answer).toMatchObject({
        status,
        code,
        error: expect.stringMatching(/This was not counted|Nothing is charged twice/),
      });
      expect(JSON.stringify(answer)).not.toContain('inside');
    },
  );

  test('gets pieces of at most 10,000 bytes, whose answers are joined in order', async () => {
    translateClient.on(TranslateTextCommand).callsFake(async ({ Text }) => {
      expect(Buffer.byteLength(Text)).toBeLessThanOrEqual(10_000);
      return { TranslatedText: Text };
    });
    const text = `${'句'.repeat(99)}。`.repeat(50);
    const [source, target] = [findLanguage('zh-CN'), findLanguage('es')] as [Language, Language];
    const answer = await translateText({ text, source, target }, AbortSignal.timeout(5_000));
    expect(answer.translatedText).toBe(text);
    expect(translateClient.commandCalls(TranslateTextCommand)).toHaveLength(2);
  });
});

test('a quick phrase is translated while its store is down', async () => {
  database.on(GetCommand).rejects(new InternalServerError(metadata));
  translateClient.on(TranslateTextCommand).resolves({ TranslatedText: '¿Dónde está la estación?' });
  const answer = read(await askToTranslate('Where is the train station?'));
  expect(answer).toEqual({ status: 200, translatedText: '¿Dónde está la estación?' });
});

test('a failure of Polly is a 502 without internals', async () => {
  pollyClient.on(SynthesizeSpeechCommand).rejects(new ServiceFailureException(metadata));
  database.on(GetCommand, { TableName: 'users' }).resolves({ Item: profileOf('ada', premium) });
  const cookies = [`${cookieName('access')}=${await issuer.mint()}`];
  const body = { text: 'hola', language: 'es' };
  const answer = read(
    await synthesize(apiEvent({ method: 'POST', path: '/api/speak', cookies, body }), lambdaContext(29_000)),
  );
  expect(answer).toMatchObject({ status: 502, code: 'provider_failed' });
  expect(JSON.stringify(answer)).not.toContain('inside');
});
