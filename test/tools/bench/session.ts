import { mock } from 'node:test';
import { ulid } from 'ulid';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { createTranslateHandler } from '../../../infra/local/providers/translate.ts';
import { inTurns } from '../../proofs/load/mix.ts';
import { apiEvent, lambdaContext } from '../../support/handlers/event.ts';
import { loginEnvironment, type Subscriber, startCrowdedParley } from '../../support/parley/crowd.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import type { RunningParley } from '../../support/parley/system.ts';
import { profileOf } from '../../support/people/profiles.ts';
import { benchTranslate, measure, type Speed } from './translate.ts';

/**
 * All three in turns. Each translation is of the next subscriber, below the ceiling per minute, with a new
 * idempotency key.
 */
export async function benchSession({ rounds, requests }: { rounds: number; requests: number }) {
  // The ceiling of a deployment.
  const env = { CEILINGS: '{}' };
  const crowd = { guests: 0, free: 0, premium: 100, history: 30 };
  console.log('Starting Parley with 100 subscribers.');
  const { parley, people, stop } = await startCrowdedParley({ crowd, env });
  try {
    const { calls, replay } = await recordDatabase(parley, people.premium[0] as Subscriber);
    const next = inTurns(people.premium);
    const headers = () => ({ cookie: next().cookie, 'idempotency-key': ulid() });
    const measured = {
      api: (times: number) => benchTranslate(parley.url, times, { input, headers }),
      pipeline: benchPipeline,
      database: (times: number) => measure(times, () => replay(next().id)),
    };
    console.log('Warming up.');
    await measured.api(300);
    await measured.database(300);
    const speeds = { api: [] as Speed[], pipeline: [] as Speed[], database: [] as Speed[] };
    for (let round = 0; round < rounds; round++) {
      console.log(`Round ${round + 1} of ${rounds}`);
      speeds.pipeline.push(await measured.pipeline(requests));
      speeds.database.push(await measured.database(requests));
      speeds.api.push(await measured.api(requests));
    }
    return { ...speeds, calls };
  } finally {
    await stop();
  }
}

const text =
  'Good morning, I would like to buy two tickets for the train that goes to the city at nine tomorrow please.';
const input = { text, sourceLanguage: 'en-US', targetLanguage: 'es' };

/** The bare engine, with a warm pipeline. */
async function benchPipeline(times: number): Promise<Speed> {
  const apertium = createApertium();
  const translate = async () => void (await apertium.translate(text, 'en', 'es'));
  await measure(50, translate);
  return measure(times, translate).finally(apertium.stop);
}

/**
 * Records what one translation asks of the database.
 *
 * @returns `replay`, which sends it again for another subscriber and translation
 */
async function recordDatabase(parley: RunningParley, { id, cookie }: Subscriber) {
  const apertium = createApertium();
  const standIns = await startStandIns({ translate: createTranslateHandler(apertium) });
  Object.assign(process.env, standIns.environment, loginEnvironment(parley), {
    SITE_ORIGIN: parley.url,
    USERS_TABLE: 'users',
    USAGE_TABLE: 'usage',
    AWS_ENDPOINT_URL_DYNAMODB: parley.dynamodb,
  });
  const { documentClient } = await import('../../../functions/tables/client.ts');
  const { toEmailKey } = await import('../../../functions/tables/usage.ts');
  const { handler } = await import('../../../functions/translation/translate.ts');
  const translationId = ulid();
  const event = apiEvent({
    method: 'POST',
    path: '/api/translate',
    headers: { 'idempotency-key': translationId },
    cookies: cookie.split('; '),
    body: input,
  });
  const sent = mock.method(documentClient, 'send');
  const output = mock.method(process.stdout, 'write', () => true);
  const { statusCode, body } = await handler(event, lambdaContext());
  output.mock.restore();
  sent.mock.restore();
  await standIns.stop();
  await apertium.stop();
  if (statusCode !== 200) throw new Error(`The translation to record was answered ${statusCode}: ${body}`);

  const commands = sent.mock.calls.map(({ arguments: [command] }) => command);
  const replay = async (otherId: string) => {
    const otherTranslation = ulid();
    for (const command of commands) {
      const input = JSON.stringify(command.input)
        .replaceAll(id, otherId)
        .replaceAll(toEmailKey({ profile: profileOf(id) }), toEmailKey({ profile: profileOf(otherId) }))
        .replaceAll(translationId, otherTranslation);
      await documentClient.send(Reflect.construct(command.constructor, [JSON.parse(input)]));
    }
  };
  return { calls: commands.map(nameOf), replay };
}

function nameOf(command: { input: object }): string {
  const { Key, Item } = command.input as { Key?: Key; Item?: Key };
  const { pk = '', sk = '' } = Key ?? Item ?? {};
  return `${command.constructor.name} ${/^[A-Z]+/.exec(sk)?.[0] ?? `of ${pk.split('#')[0]}, today`}`;
}

interface Key {
  readonly pk?: string;
  readonly sk?: string;
}
