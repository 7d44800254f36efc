import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { requireVariable } from '../environment.ts';
import type { Guest, User } from '../request/caller.ts';
import { deleteItems, readItems } from './batches.ts';
import { documentClient } from './client.ts';
import { decodeMuLaw, encodeMuLaw } from './mu-law.ts';
import { type Partition, toPartition } from './partition.ts';
import {
  buildSetUpdate,
  deleteItem,
  ifNew,
  type Key,
  putItem,
  queryPages,
  readItem,
  updateItem,
} from './table.ts';

/** Starts with the caller's partition, so no one else can read the stream or add audio. */
export type StreamKey = `${Partition}#${string}`;

export interface Words {
  readonly transcript: string;
  /** Seconds from the stream's start that `transcript` covers. */
  readonly heardSeconds: number;
  /** The text after it, which may still change. */
  readonly interim: string;
  /** Seconds from the stream's start at which the latest word ends. */
  readonly spokenSeconds: number;
}

export interface StreamState extends Words {
  readonly isOpen: boolean;
  /** The chunk that the recogniser takes next. */
  readonly nextSequence: number;
}

/** It stays for a minute after the stream's end, so that late audio is still answered with words. */
interface StreamItem extends StreamState {
  readonly pk: StreamKey;
  readonly sk: typeof stateKey;
  /** Seconds since 1970. */
  readonly expiresAt: number;
}

/** Audio that the recogniser has not taken yet. */
export interface Chunk {
  readonly sequence: number;
  /** 16 kHz, mono, 16-bit little-endian PCM. */
  readonly audio: Uint8Array;
  readonly isLast: boolean;
}

/** `audio` is encoded as μ-law. */
interface ChunkItem extends Chunk {
  readonly pk: StreamKey;
  readonly sk: string;
  readonly expiresAt: number;
}

export function toStreamKey(caller: Guest | User, stream: string): StreamKey {
  return `${toPartition(caller)}#${stream}`;
}

/** @returns false if the stream was opened before */
export function openStream(pk: StreamKey): Promise<boolean> {
  const state: StreamItem = {
    pk,
    sk: stateKey,
    isOpen: true,
    nextSequence: 0,
    expiresAt: getExpirySeconds(openSeconds),
    ...noWords,
  };
  return putItem(getSpeechTable(), state, ifNew);
}

/** Consistent. Undefined before the stream is opened. A stream whose function was killed counts as closed. */
export async function readStream(pk: StreamKey): Promise<StreamState | undefined> {
  return toState(await readItem<StreamItem>(getSpeechTable(), { pk, sk: stateKey }));
}

/** The stream, consistent as above, and whether that chunk waits for the recogniser. */
export async function findChunk(
  pk: StreamKey,
  sequence: number,
): Promise<{ stream: StreamState | undefined; isWaiting: boolean }> {
  const keys = [{ pk, sk: stateKey }, toChunkKey(pk, sequence)];
  const items = await readItems<StreamItem | ChunkItem>(getSpeechTable(), keys);
  const stream = toState(items.find((item): item is StreamItem => item.sk === stateKey));
  return { stream, isWaiting: items.some(({ sk }) => sk !== stateKey) };
}

function toState(item: StreamItem | undefined): StreamState | undefined {
  if (!item) return undefined;
  const { transcript, heardSeconds, interim, spokenSeconds, nextSequence } = item;
  const isOpen = item.isOpen && item.expiresAt > Date.now() / 1_000;
  return { transcript, heardSeconds, interim, spokenSeconds, isOpen, nextSequence };
}

/** Before the chunks up to `nextSequence` are deleted, so that a repeated one is never written again. */
export function saveProgress(pk: StreamKey, words: Words, nextSequence: number): Promise<void> {
  return saveState(pk, words, { nextSequence });
}

async function saveState(
  pk: StreamKey,
  { transcript, heardSeconds, interim, spokenSeconds }: Words,
  fields: Partial<StreamItem>,
): Promise<void> {
  await updateItem(
    getSpeechTable(),
    { pk, sk: stateKey },
    {
      ...buildSetUpdate({ transcript, heardSeconds, interim, spokenSeconds, ...fields }),
      ConditionExpression: 'attribute_exists(pk)',
    },
  );
}

/** Deletes the audio that was not taken. */
export async function closeStream(pk: StreamKey, words: Words): Promise<void> {
  await saveState(pk, words, { isOpen: false, expiresAt: getExpirySeconds(retentionSeconds) });
  for await (const keys of findChunks(pk)) await deleteItems(getSpeechTable(), keys);
}

/** Changes nothing if the chunk is there. */
export async function putChunk(pk: StreamKey, { sequence, audio, isLast }: Chunk): Promise<void> {
  const item: ChunkItem = {
    ...toChunkKey(pk, sequence),
    sequence,
    audio: encodeMuLaw(audio),
    isLast,
    expiresAt: getExpirySeconds(retentionSeconds),
  };
  await putItem(getSpeechTable(), item, ifNew);
}

export async function deleteChunk(pk: StreamKey, sequence: number): Promise<void> {
  await deleteItem(getSpeechTable(), toChunkKey(pk, sequence));
}

/** In order, from `next` on. Chunks far ahead are not read, so that they cannot fill the memory. */
export async function readChunks(pk: StreamKey, next: number): Promise<Chunk[]> {
  const pages = queryPages<ChunkItem>({
    TableName: getSpeechTable(),
    KeyConditionExpression: 'pk = :pk AND sk BETWEEN :next AND :last',
    ExpressionAttributeValues: {
      ':pk': pk,
      ':next': toChunkKey(pk, next).sk,
      ':last': toChunkKey(pk, Math.min(next + chunksAhead, maxSequence)).sk,
    },
    ConsistentRead: true,
  });
  const chunks = (await Array.fromAsync(pages)).flat();
  return chunks.map((chunk) => ({ ...chunk, audio: decodeMuLaw(chunk.audio) }));
}

/** Keys only, page by page. */
function findChunks(pk: StreamKey): AsyncGenerator<Key[]> {
  return queryPages<Key>({
    TableName: getSpeechTable(),
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :chunk)',
    ExpressionAttributeValues: { ':pk': pk, ':chunk': chunkPrefix },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  });
}

export async function deleteChunks(pk: StreamKey, sequences: readonly number[]): Promise<void> {
  await deleteItems(
    getSpeechTable(),
    sequences.map((sequence) => toChunkKey(pk, sequence)),
  );
}

/**
 * Keys of expired items in one part of the table, and where its next page begins. The table holds only the last few
 * minutes of speech.
 *
 * @param after undefined for the first page, and after the last one
 */
export async function findExpired(
  part: number,
  after: Key | undefined,
  now: number,
): Promise<{ expired: Key[]; next: Key | undefined }> {
  const { Items = [], LastEvaluatedKey } = await documentClient.send(
    new ScanCommand({
      TableName: getSpeechTable(),
      Segment: part,
      TotalSegments: sweptParts,
      // Half a megabyte of audio.
      Limit: 100,
      FilterExpression: 'expiresAt < :now',
      ExpressionAttributeValues: { ':now': Math.floor(now / 1_000) },
      ProjectionExpression: 'pk, sk',
      ExclusiveStartKey: after,
    }),
  );
  return { expired: Items as Key[], next: LastEvaluatedKey as Key | undefined };
}

export const sweptParts = 8;

/** Where a killed sweep was in a part. Has no expiry, so that no sweep deletes it. */
interface SweepItem extends Key {
  readonly after: Key;
}

export async function readSweep(part: number): Promise<Key | undefined> {
  return (await readItem<SweepItem>(getSpeechTable(), toSweepKey(part)))?.after;
}

export async function saveSweep(part: number, after: Key | undefined): Promise<void> {
  if (after) await putItem<SweepItem>(getSpeechTable(), { ...toSweepKey(part), after });
  else await deleteItem(getSpeechTable(), toSweepKey(part));
}

function toSweepKey(part: number): Key {
  return { pk: `SWEEP#${part}`, sk: 'CURSOR' };
}

export function getSpeechTable(): string {
  return requireVariable('SPEECH_TABLE');
}

export const noWords: Words = { transcript: '', heardSeconds: 0, interim: '', spokenSeconds: 0 };

const stateKey = 'STATE';
const chunkPrefix = 'CHUNK#';
/** Chunks after the next one that may wait for the recogniser: half a minute of full ones. */
export const chunksAhead = 30;
/** The schema takes three digits. */
const maxSequence = 999;

function toChunkKey<Pk extends StreamKey>(pk: Pk, sequence: number): Key & { pk: Pk } {
  return { pk, sk: `${chunkPrefix}${`${sequence}`.padStart(3, '0')}` };
}

/** As long as a function may run. */
const openSeconds = 30;
const retentionSeconds = 60;

function getExpirySeconds(seconds: number): number {
  return Math.ceil(Date.now() / 1_000) + seconds;
}
