import { randomUUID } from 'node:crypto';
import type { BrowserContext } from 'playwright';
import type { Ceilings } from '../../../shared/ceilings.ts';
import { hearsGradually } from '../../support/audio/scripted-recogniser.ts';
import { enter } from '../../support/browser/people.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import { type RunningParley, startParley } from '../../support/parley/system.ts';
import { subscribe } from '../../support/people/premium.ts';
import { type Person, signUp, type Visitor, visit } from '../../support/people/session.ts';
import type { Who } from './stage.ts';

/** One product for all cells. */
export interface Site {
  readonly url: string;
  /** Makes an account that can sign in. Each has its own translations of the day. */
  createMember(): Promise<Person>;
  /** Gives a context the session of a new person of this kind. */
  welcome(context: BrowserContext, who: Who): Promise<void>;
  stop(): Promise<void>;
}

/** The words in the microphone of `launchBrowser`, as the server's recogniser hears them. No phrase has them. */
export const spokenWords = 'my sister lives behind the old bakery';

export async function startSite(): Promise<Site> {
  const engines = await startInstantEngines(hearsGradually(spokenWords));
  const parley = await startParley({
    flags: ['--data', 'memory', ...withoutEngines],
    env: { ...engines.environment, CEILINGS: JSON.stringify(roomyCeilings) },
  });
  const site = openSite(parley);
  return {
    ...site,
    async stop() {
      await parley.stop();
      await engines.stop();
    },
  };
}

/** All guests of all cells share one address. */
const roomyCeilings: Partial<Ceilings> = {
  guestTranslationsPerAddress: 1_000_000,
  freeCharactersPerAddress: 1_000_000_000,
  freeSpeechSecondsPerAddress: 1_000_000_000,
  guestCharactersPerAddress: 1_000_000_000,
  guestCharactersPerDay: 1_000_000_000,
  guestSpeechSeconds: 100_000,
  guestSpeechSecondsPerAddress: 1_000_000,
  guestSpeechSecondsPerDay: 1_000_000,
  failedAttemptsPerAddress: 1_000_000,
  streamsPerAddress: 1_000_000,
  cardFormsPerAddress: 1_000_000,
  declinedCardsPerAddress: 1_000_000,
  codesPerAddress: 1_000_000,
};

/** A product that is stopped elsewhere. */
export function openSite({ url, stripe }: Pick<RunningParley, 'url' | 'stripe'>): Site {
  return {
    url,
    createMember: () => signUp(visit(url), { email: `${randomUUID()}@parley.example` }),
    async welcome(context, who) {
      if (who === 'guest') return;
      const visitor = visit(url);
      await signUp(visitor);
      if (who === 'subscriber') await subscribe(visitor, `${stripe}`);
      await give(context, visitor);
    },
    stop: async () => {},
  };
}

function give(context: BrowserContext, visitor: Visitor): Promise<void> {
  return enter(context, { visitor, userId: '' });
}
