import { limits } from '../../shared/limits.ts';
import type { Guest, User } from '../request/caller.ts';
import {
  buildAddressCounterKey,
  buildCounterKey,
  buildFreeAddressCounterKey,
  buildGroupCounterKeys,
  buildMonthCounterKey,
  type CounterKey,
  shardCount,
} from '../tables/usage.ts';
import { getCeilings } from './ceilings.ts';

export type Amounts = Readonly<Record<string, number>>;

/** One counter that a caller's requests count against, and its ceilings. */
export interface Bound {
  readonly of: 'own' | 'month' | 'trial' | 'address' | 'all';
  readonly counters: CounterKey;
  readonly max: Amounts;
  /** A group's other counters with the same ceilings, which take what no longer fits into this one. */
  readonly others?: readonly CounterKey[];
  /** Above these totals of the bound before it, the last part of the ceiling is reserved for others. */
  readonly busyAbove?: Amounts;
}

/** In the order of counting: the caller's own ceiling comes first, so that a refusal there writes nothing else. */
export function listBounds(caller: Guest | User, now: number): readonly [own: Bound, ...others: Bound[]] {
  const ceilings = getCeilings();
  const own = (max: Amounts) => ({ of: 'own', counters: buildCounterKey(caller, now), max }) as const;
  switch (caller.kind) {
    case 'guest':
      return withShared(
        own({
          used: limits.translations.guest,
          characters: ceilings.guestCharactersPerDay,
          speechSeconds: ceilings.guestSpeechSeconds,
        }),
        buildAddressCounterKey(caller.address, now),
        {
          used: ceilings.guestTranslationsPerAddress,
          characters: ceilings.guestCharactersPerAddress,
          speechSeconds: ceilings.guestSpeechSecondsPerAddress,
        },
        'GUESTS',
        { characters: ceilings.guestCharactersPerDay, speechSeconds: ceilings.guestSpeechSecondsPerDay },
        now,
      );
    case 'free':
      return withShared(
        own({
          used: limits.translations.free,
          characters: ceilings.freeCharactersPerDay,
          speechSeconds: ceilings.freeSpeechSecondsPerDay,
        }),
        buildFreeAddressCounterKey(caller.address, now),
        {
          characters: ceilings.freeCharactersPerAddress,
          speechSeconds: ceilings.freeSpeechSecondsPerAddress,
        },
        'FREE',
        { characters: ceilings.allFreeCharactersPerDay, speechSeconds: ceilings.allFreeSpeechSecondsPerDay },
        now,
      );
    case 'premium':
      return listPremiumBounds(caller, now);
  }
}

/** A trial has one total, although it may span two months. */
function listPremiumBounds(user: User, now: number): [Bound, ...Bound[]] {
  const ceilings = getCeilings();
  const trialEnd = findTrialEnd(user);
  const counters = buildCounterKey(user, now);
  if (trialEnd !== undefined)
    return [
      {
        of: 'own',
        counters,
        max: {
          characters: ceilings.trialCharactersPerDay,
          speechSeconds: ceilings.trialSpeechSecondsPerDay,
          spokenCharacters: ceilings.trialSpokenCharactersPerDay,
        },
      },
      {
        of: 'trial',
        counters: buildMonthCounterKey(user, trialEnd),
        max: {
          characters: ceilings.trialCharacters,
          speechSeconds: ceilings.trialSpeechSeconds,
          spokenCharacters: ceilings.trialSpokenCharacters,
        },
      },
    ];
  return [
    {
      of: 'own',
      counters,
      max: {
        characters: ceilings.premiumCharactersPerDay,
        speechSeconds: ceilings.premiumSpeechSecondsPerDay,
        spokenCharacters: ceilings.spokenCharactersPerDay,
      },
    },
    {
      of: 'month',
      counters: buildMonthCounterKey(user, now),
      max: {
        characters: ceilings.premiumCharactersPerMonth,
        speechSeconds: ceilings.premiumSpeechSecondsPerMonth,
        spokenCharacters: ceilings.spokenCharactersPerMonth,
      },
    },
  ];
}

/** Milliseconds since 1970; undefined without a trial. */
export function findTrialEnd({ profile }: Pick<User, 'profile'>): number | undefined {
  const end = profile.subscription?.trialEndsAt;
  return end ? Date.parse(end) : undefined;
}

/** An address is busy once it has used more than one caller may. */
function withShared(
  own: Bound,
  address: CounterKey,
  maxOfAddress: Amounts,
  group: 'GUESTS' | 'FREE',
  maxOfGroup: { readonly characters: number; readonly speechSeconds: number },
  now: number,
): [Bound, ...Bound[]] {
  const { used = 0, speechSeconds = 0 } = own.max;
  const count = countShards(maxOfGroup);
  const [counters, ...others] = buildGroupCounterKeys(group, own.counters, count, now);
  const max = {
    characters: Math.floor(maxOfGroup.characters / count),
    speechSeconds: Math.floor(maxOfGroup.speechSeconds / count),
  };
  return [
    own,
    { of: 'address', counters: address, max: maxOfAddress },
    { of: 'all', counters, others, max, busyAbove: { used, speechSeconds } },
  ];
}

/** A share has room for several of the largest requests, or little of a small ceiling could be used. */
function countShards({ characters, speechSeconds }: { characters: number; speechSeconds: number }): number {
  const most = Math.floor(Math.min(characters / minShare.characters, speechSeconds / minShare.speechSeconds));
  return Math.max(1, Math.min(shardCount, most));
}

const minShare = { characters: 3 * limits.textCharacters.user, speechSeconds: 10 * limits.streamSeconds };
