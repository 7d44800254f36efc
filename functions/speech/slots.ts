import { toSeconds } from '../../shared/dates.ts';
import { TooManyStreams } from '../errors.ts';
import { getCeilings } from '../meters/ceilings.ts';
import { failAsTimeout } from '../meters/reservations.ts';
import type { Guest, User } from '../request/caller.ts';
import { getSpeechTable } from '../tables/streams.ts';
import { type Key, readItem, updateItem } from '../tables/table.ts';
import { buildAddressCounterKey, buildCounterKey } from '../tables/usage.ts';
import { logAllowanceRefused } from '../telemetry/events.ts';
import { type Refusal, say } from '../texts.ts';

/**
 * Does the work in one of the few streams that a caller and an address have at once, so that none of them uses up
 * Transcribe's quota. @throws TooManyStreams, ProviderTimeout if the database fails
 */
export async function holdSlots<T>(caller: Guest | User, work: () => Promise<T>): Promise<T> {
  const groups = listGroups(caller);
  const taking = groups.map(takeSlot);
  try {
    const taken = await failAsTimeout('recognition', Promise.all(taking));
    const refusing = groups.find((_, index) => !taken[index]);
    if (refusing) throw createRefusal(caller, refusing);
    return await work();
  } finally {
    // A slot that is not freed frees itself.
    await Promise.allSettled(taking.map(async (slot) => freeSlot(await slot)));
  }
}

/** Premium counts only by account: an office or a phone network may share one address. */
function listGroups(caller: Guest | User): SlotGroup[] {
  const now = Date.now();
  const { streamsPerCaller, streamsPerAddress } = getCeilings();
  const own = {
    pk: buildCounterKey(caller, now).pk,
    slots: streamsPerCaller,
    refusal: say('tooManyStreams', { max: streamsPerCaller }),
  };
  if (caller.kind === 'premium') return [own];
  const { pk } = buildAddressCounterKey(caller.address, now);
  return [own, { pk, slots: streamsPerAddress, refusal: say('tooManyStreamsOnNetwork') }];
}

/** @returns undefined if all are taken */
async function takeSlot({ pk, slots }: SlotGroup): Promise<Slot | undefined> {
  const key = { pk, sk: 'SLOTS' };
  for (let attempt = 0; attempt < maxAttempts; attempt += 1) {
    const now = Date.now();
    const item = (await readItem<SlotItem>(getSpeechTable(), key)) ?? {};
    const taken = Object.entries(item).filter(([name, until]) => name.startsWith('slot') && until > now);
    if (taken.length >= slots) return undefined;
    const name = pickFree(slots, new Set(taken.map(([name]) => name)));
    const until = now + slotMs;
    const isTaken = await updateItem(getSpeechTable(), key, {
      UpdateExpression: `SET ${name} = :until, expiresAt = :expiresAt`,
      ConditionExpression: `attribute_not_exists(${name}) OR ${name} <= :now`,
      ExpressionAttributeValues: { ':until': until, ':expiresAt': toSeconds(until), ':now': now },
    });
    if (isTaken) return { key, name, until };
    // Another stream took it between the read and the update.
  }
  throw new SlotsContested();
}

/** Twenty at once need less. */
const maxAttempts = 30;

class SlotsContested extends Error {
  override readonly name = 'SlotsContested';
}

/** Any of them, because others look at the same time. */
function pickFree(slots: number, taken: ReadonlySet<string>): `slot${number}` {
  for (;;) {
    const name = `slot${Math.floor(Math.random() * slots)}` as const;
    if (!taken.has(name)) return name;
  }
}

async function freeSlot(slot: Slot | undefined): Promise<void> {
  if (!slot) return;
  const { key, name, until } = slot;
  await updateItem(getSpeechTable(), key, {
    UpdateExpression: `REMOVE ${name}`,
    ConditionExpression: `${name} = :until`,
    ExpressionAttributeValues: { ':until': until },
  });
}

function createRefusal({ requestId, kind }: Guest | User, { refusal }: SlotGroup): TooManyStreams {
  logAllowanceRefused({ requestId, kind, reason: 'streams' });
  return new TooManyStreams(refusal);
}

/** Longer than any request: a killed function frees no slot. */
const slotMs = 30_000;

interface SlotGroup {
  readonly pk: string;
  readonly slots: number;
  /** Of its refusal. */
  readonly refusal: Refusal;
}

/** When each slot frees itself, in milliseconds since 1970. */
type SlotItem = Readonly<Record<`slot${number}`, number>>;

interface Slot {
  readonly key: Key;
  readonly name: `slot${number}`;
  readonly until: number;
}
