import { existsSync } from 'node:fs';
import { isInstalled } from './installed.ts';
import { runQueued } from './queue.ts';

export interface Pocketsphinx {
  readonly available: boolean;
  /** BCP 47. */
  readonly languages: readonly string[];
  /**
   * @param samples 16 kHz mono 16-bit little-endian
   * @returns utterances, separated by pauses; empty for silence
   * @throws ProcessTimedOut, ProcessFailed, the signal's reason
   */
  recognise(samples: Uint8Array, signal?: AbortSignal): Promise<readonly Utterance[]>;
}

export type Utterance = readonly Word[];

interface Word {
  readonly text: string;
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly confidence: number;
}

export function createPocketsphinx({ timeoutMs = 20_000 } = {}): Pocketsphinx {
  return {
    available: isInstalled('pocketsphinx_continuous') && existsSync(model),
    languages: ['en-US'],
    async recognise(samples, signal) {
      // The program opens /dev/stdin, which fails on a socket, so `cat` makes it a pipe.
      const args = ['-c', 'cat | pocketsphinx_continuous -infile /dev/stdin -time yes -logfn /dev/null'];
      const output = await runQueued('sh', args, { input: samples, timeoutMs, signal });
      return parseUtterances(output.toString('utf8'));
    },
  };
}

/** Debian's pocketsphinx-en-us. */
const model = '/usr/share/pocketsphinx/model/en-us/en-us';

/** One line per word: word, start, end, confidence. `<s>`, `<sil>`, `[NOISE]` are markers, `the(2)` a variant. */
function parseUtterances(output: string): Utterance[] {
  const utterances: Word[][] = [];
  for (const line of output.split('\n')) {
    const [, text, start, end, confidence] = wordLine.exec(line) ?? [];
    if (text === undefined) continue;
    if (text === '<s>') utterances.push([]);
    if (/^[<[]/.test(text)) continue;
    utterances.at(-1)?.push({
      text: text.replace(/\(\d+\)$/, ''),
      start: Number(start),
      end: Number(end),
      confidence: Math.min(1, Number(confidence)),
    });
  }
  return utterances.filter((words) => words.length > 0);
}

const wordLine = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;
