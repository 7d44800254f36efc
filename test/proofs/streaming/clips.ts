import { execFileSync } from 'node:child_process';
import { Readable } from 'node:stream';
import { decodeMuLaw, encodeMuLaw } from '../../../functions/tables/mu-law.ts';
import type { Word } from '../../../infra/local/engines/decoder.ts';
import { createPocketsphinx } from '../../../infra/local/engines/pocketsphinx.ts';
import { spoken } from '../../support/audio/speech.ts';

export interface Clip {
  readonly seconds: number;
  /** 16 kHz, mono, 16-bit little-endian. */
  readonly samples: Buffer;
  /** As the recogniser understands the clip in one piece. */
  readonly words: readonly Word[];
}

/** Speech of about this length, in whole sentences. */
export async function makeClip(seconds: number): Promise<Clip> {
  const file = spoken(sentences, { between: 0.7, times: Math.ceil(seconds / 12) });
  const raw = ['-t', 'raw', '-r', '16000', '-c', '1', '-b', '16', '-'];
  const all = execFileSync('sox', [file, ...raw], { maxBuffer: 64 * 1024 * 1024 });
  const heard = await recognise(all.subarray(0, 32_000 * (seconds + 3)));
  const ends = heard.filter(
    ({ end }, index) => (heard[index + 1]?.start ?? Number.POSITIVE_INFINITY) - end > 0.5,
  );
  const far = (end: number) => Math.abs(end - seconds);
  const last = ends.sort((one, other) => far(one.end) - far(other.end))[0]?.end ?? seconds;
  const spokenUntil = 2 * Math.round(16_000 * (last + 0.1));
  // The way through the table changes such samples no more, so that only seams can lose words.
  const samples = Buffer.from(decodeMuLaw(encodeMuLaw(all.subarray(0, spokenUntil))));
  return { seconds, samples, words: await recognise(samples) };
}

export async function recognise(samples: Buffer): Promise<Word[]> {
  const words: Word[] = [];
  await pocketsphinx.recognise(
    Readable.from([samples]),
    (utterance) => {
      if (!utterance.isPartial) words.push(...utterance.words);
    },
    new AbortController().signal,
  );
  return words;
}

const pocketsphinx = createPocketsphinx({ timeoutMs: 300_000 });

/** Sentences that pocketsphinx understands, also as the first of a stream. */
const sentences = [
  'where is the train station',
  'i would like to have a cup of coffee',
  'is there a bank near here',
  'my name is john and i am from canada',
];

/** Words of one text that another lacks, by the longest common sequence. */
export function countMissing(wanted: readonly string[], got: readonly string[]): number {
  let row = new Array<number>(got.length + 1).fill(0);
  for (const word of wanted) {
    const next = [0];
    for (const [at, other] of got.entries()) {
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return wanted.length - (row.at(-1) ?? 0);
}
