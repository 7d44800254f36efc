import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { ulid } from 'ulid';
import { createApertium } from '../../../infra/local/engines/apertium.ts';
import { createNeural } from '../../../infra/local/engines/neural/neural.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { startCrowdedParley } from '../../support/parley/crowd.ts';
import { inTurns } from '../load/mix.ts';
import { type Part, quantile } from '../proof.ts';
import { sentences } from './sentences.ts';

const rounds = 3;
const requests = 100;
const concurrencies = [1, 8];
const translationsOfGuest = 3;

const oneAddress: Partial<Ceilings> = {
  guestTranslationsPerAddress: 1_000_000,
  guestCharactersPerAddress: 1_000_000_000,
  guestCharactersPerDay: 1_000_000_000,
};

/** A guest's translation by the neural engine beside Apertium's: the same sentences, in turns, alone and 8 at a time. */
export async function proveGuest(modelsFolder: string): Promise<Part> {
  const apertium = createApertium();
  if (!apertium.pairs.has('en>es')) {
    await apertium.stop();
    return { name: 'a guest’s translation', figures: {}, findings: ['Apertium is not installed.'] };
  }
  const env = { CEILINGS: JSON.stringify(oneAddress) };
  const needed = 2 * (requests + rounds * requests * concurrencies.length);
  const crowd = { guests: Math.ceil(needed / translationsOfGuest), free: 0, premium: 0, history: 0 };
  const { parley, people, stop } = await startCrowdedParley({
    crowd,
    flags: ['--models', modelsFolder],
    env,
  });
  const neural = createNeural({ modelsFolder });
  const agent = new Agent({ keepAlive: true });
  try {
    const guests = people.guests.flatMap((guest) => Array.from({ length: translationsOfGuest }, () => guest));
    const nextGuest = inTurns(guests);
    const ask = (target: string) => (text: string) => send(agent, parley.url, nextGuest(), text, target);
    const works = {
      'a guest, English to Portuguese, neural': ask('pt-BR'),
      'a guest, English to Spanish, Apertium': ask('es'),
      'the neural engine alone, English to Portuguese': async (text: string) =>
        void (await neural.translate(text, 'en', 'pt')),
      'Apertium alone, English to Spanish': async (text: string) =>
        void (await apertium.translate(text, 'en', 'es')),
    };
    for (const work of Object.values(works)) await measure(work, requests, 1);
    const figures: Record<string, Record<string, string>> = {};
    const speeds = Object.keys(works).map((name) => ({
      name,
      alone: [] as Speed[],
      together: [] as Speed[],
    }));
    for (let round = 0; round < rounds; round++) {
      for (const { name, alone, together } of speeds) {
        const work = works[name as keyof typeof works];
        alone.push(await measure(work, requests, 1));
        together.push(await measure(work, requests, 8));
      }
    }
    for (const { name, alone, together } of speeds) {
      figures[name] = {
        'ms alone': medianOf(alone, 'p50Ms').toFixed(1),
        'a second, alone': medianOf(alone, 'perSecond').toFixed(0),
        'ms, 8 at a time': medianOf(together, 'p50Ms').toFixed(1),
        'a second, 8 at a time': medianOf(together, 'perSecond').toFixed(0),
      };
    }
    return { name: `a guest’s translation, medians of ${rounds} rounds in turns`, figures, findings: [] };
  } finally {
    agent.destroy();
    neural.stop();
    await apertium.stop();
    await stop();
  }
}

interface Speed {
  readonly p50Ms: number;
  readonly perSecond: number;
}

function medianOf(speeds: readonly Speed[], of: keyof Speed): number {
  return quantile(
    speeds.map((speed) => speed[of]),
    0.5,
  );
}

async function measure(work: (text: string) => Promise<void>, count: number, atOnce: number): Promise<Speed> {
  const texts = Array.from({ length: count }, (_, index) => sentences[index % sentences.length]?.[0] ?? '');
  const durations: number[] = [];
  const startedAt = performance.now();
  const run = async () => {
    for (let text = texts.pop(); text !== undefined; text = texts.pop()) {
      const before = performance.now();
      await work(text);
      durations.push(performance.now() - before);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, run));
  return { p50Ms: quantile(durations, 0.5), perSecond: count / ((performance.now() - startedAt) / 1_000) };
}

/** @throws Error for an answer other than 200 */
async function send(agent: Agent, url: string, cookie: string, text: string, targetLanguage: string) {
  const headers = {
    'content-type': 'application/json',
    'sec-fetch-site': 'same-origin',
    'idempotency-key': ulid(),
    cookie,
  };
  const body = JSON.stringify({ text, sourceLanguage: 'en-US', targetLanguage });
  const sent = request(`${url}/api/translate`, { agent, method: 'POST', headers }).end(body);
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`The answer is ${answer.statusCode}.`);
}
