import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { ulid } from 'ulid';
import { chanceFrom } from '../../support/chance.ts';
import { originSecret, siteOrigin } from '../../support/handlers/event.ts';
import { call } from '../../support/handlers/jar.ts';
import { startIssuer } from '../../support/handlers/tokens.ts';
import { listen } from '../../support/parley/local.ts';
import { canary } from './canary.ts';

/**
 * Runs functions whose database and providers mostly fail and quote their input in errors and in nonsense
 * answers. The output is what the functions write; statuses go to the parent.
 */
const [count = 0, seed = 0] = process.argv.slice(2).map(Number);
const chance = chanceFrom(seed);

const server = createServer((request, response) => void answer(request, response));
const url = await listen(server);
const issuer = await startIssuer();
Object.assign(process.env, issuer.environment, {
  SITE_ORIGIN: siteOrigin,
  ORIGIN_SECRET: originSecret,
  SIGNING_SECRET: 'signing-secret-of-the-tests',
  USERS_TABLE: 'users',
  USAGE_TABLE: 'usage',
  BUILDS_TABLE: 'builds',
  STRIPE_SECRET: 'stripe',
  STRIPE_URL: url,
  AWS_REGION: 'us-east-1',
  AWS_ACCESS_KEY_ID: 'test',
  AWS_SECRET_ACCESS_KEY: 'test',
  AWS_ENDPOINT_URL: url,
});

const paths = {
  translate: '../../../functions/translation/translate.ts',
  synthesize: '../../../functions/speech/synthesize.ts',
  save: '../../../functions/settings/save.ts',
  create: '../../../functions/billing/create.ts',
  status: '../../../functions/billing/status.ts',
  search: '../../../functions/translation/search.ts',
  keep: '../../../functions/translation/keep.ts',
  callback: '../../../functions/auth/callback.ts',
  remove: '../../../functions/account/remove.ts',
} as const;
const handlers = Object.fromEntries(
  await Promise.all(Object.entries(paths).map(async ([name, path]) => [name, (await import(path)).handler])),
) as Record<keyof typeof paths, Parameters<typeof call>[0]>;

for (let number = 0; number < count; number++) {
  const { status } = await send(number);
  process.send?.(status);
}
server.close();
server.closeAllConnections();
await issuer.stop();
process.disconnect?.();

async function send(number: number) {
  const word = canary(number);
  // The account's number may be in a line, beside what it has used.
  const token = await issuer.mint({ sub: `account-${number}`, username: word, origin_jti: word });
  const cookies = chance() < 0.7 ? { access: token } : {};
  const post = (path: string, body: object) => ({ method: 'POST', path, body, cookies });
  const text = { text: word, sourceLanguage: 'en-US', targetLanguage: 'es' };
  const sent = [
    () => call(handlers.translate, post('/api/translate', text)),
    () => call(handlers.translate, post('/api/translate', text)),
    () => call(handlers.synthesize, post('/api/speak', { text: word, language: 'en-US' })),
    () => call(handlers.save, post('/api/settings', { sourceLanguage: word })),
    () => call(handlers.create, post('/api/create-subscription', { priceId: 'parley_monthly' })),
    () => call(handlers.status, { path: '/api/subscription-status', cookies }),
    () => call(handlers.search, post('/api/translations/search', { query: word })),
    () =>
      call(
        handlers.keep,
        post('/api/translations', {
          entries: [
            {
              ...text,
              id: ulid(),
              translatedText: word,
              createdAt: new Date().toISOString(),
              isStarred: false,
            },
          ],
        }),
      ),
    () => call(handlers.callback, { path: '/api/auth/callback', query: { code: word, state: word } }),
    () => call(handlers.remove, { method: 'DELETE', path: '/api/account', cookies }),
  ];
  return (sent[Math.floor(chance() * sent.length)] as (typeof sent)[number])();
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const body = await text(request);
  const target = `${request.headers['x-amz-target'] ?? request.url}`;
  const isGood = chance() < 0.6;
  const words = /zqxjkvwy\d+zqxjkvwy/.exec(body)?.[0] ?? body;
  const [status, output] = isGood ? [200, good(target, words)] : bad(body);
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(output);
}

function good(target: string, words: string): string {
  if (target.endsWith('.GetItem')) return JSON.stringify({ Item: profileOf(words) });
  if (target.endsWith('.TranslateText')) {
    return JSON.stringify({ TranslatedText: words, SourceLanguageCode: 'en', TargetLanguageCode: 'es' });
  }
  if (target.endsWith('.GetSecretValue')) {
    const keys = { secretKey: `sk_test_${words}`, publishableKey: 'pk_test_1', webhookSecret: 'whsec_1' };
    return JSON.stringify({ SecretString: JSON.stringify(keys) });
  }
  return target.startsWith('/v1/') ? JSON.stringify({ id: words, object: words, [words]: words }) : '{}';
}

function bad(body: string): [number, string] {
  const names = ['ValidationException', 'InternalServerError', 'ThrottlingException', body.slice(0, 200)];
  const name = names[Math.floor(chance() * names.length)];
  const quote = {
    __type: name,
    message: body,
    Message: body,
    error: { type: body, code: body, message: body },
  };
  const outputs = [JSON.stringify(quote), body, `<html>${body}</html>`, `{"${body}`];
  return [chance() < 0.5 ? 400 : 500, outputs[Math.floor(chance() * outputs.length)] ?? ''];
}

function profileOf(words: string) {
  return {
    pk: { S: `USER#${words}` },
    sk: { S: 'PROFILE' },
    kind: { S: 'user' },
    createdAt: { S: '2026-11-01T00:00:00.000Z' },
    email: { S: `${words}@example.com` },
    firstName: { S: words },
    lastName: { S: words },
    customerId: { S: `cus_${words}` },
    subscription: { M: { status: { S: 'active' }, isPremium: { BOOL: true }, plan: { S: words } } },
  };
}
