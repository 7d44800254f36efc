import { ProcessFailed, startGroup } from './process-group.ts';

export interface Word {
  readonly text: string;
  /** Seconds from the start of the audio. */
  readonly start: number;
  readonly end: number;
  /** 0 to 1. */
  readonly confidence: number;
}

export type Decoder = ReturnType<typeof startDecoder>;

/** Starts pocketsphinx, which loads its model once and decodes audio as it arrives. */
export function startDecoder(options: readonly string[]) {
  // The program opens /dev/stdin, which fails on a socket, so `cat` makes it a pipe.
  const command = ['cat', '|', program, '-infile /dev/stdin -time yes -logfn /dev/null', ...options];
  const group = startGroup('sh', ['-c', command.join(' ')]);
  let isRunning = true;
  let isEnding = false;
  let rest = '';
  let words: Word[] = [];
  group.stdout.on('data', (data: Buffer) => {
    const lines = (rest + data.toString('utf8')).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      const word = parseWord(line);
      if (word?.text === utteranceEnd) {
        if (words.length > 0) decoder.onUtterance(words);
        words = [];
      } else if (word && !/^[<[]/.test(word.text)) words.push(word);
    }
  });
  const ended = group.ended.finally(() => {
    isRunning = false;
  });
  /** Rejects if the program exits before `end` is called. */
  const crashed = ended.then((status) => {
    if (isEnding) return new Promise<never>(() => {});
    throw new ProcessFailed(program, status);
  });
  crashed.catch(() => {});
  /** @param samples 16 kHz mono 16-bit little-endian */
  const write = (samples: Uint8Array) => void group.stdin.write(samples);
  write(Buffer.alloc(leadSeconds * 32_000));
  const decoder = {
    get isRunning() {
      return isRunning;
    },
    write,
    /** Ends the audio, and waits until all is decoded. @throws ProcessFailed */
    end: async (timeoutMs: number): Promise<void> => {
      isEnding = true;
      group.stdin.end();
      const timer = setTimeout(group.kill, timeoutMs);
      const status = await ended.finally(() => clearTimeout(timer));
      if (status !== 0) throw new ProcessFailed(program, status);
    },
    crashed,
    kill: group.kill,
    /** Receives each utterance after its pause, or at the end. */
    onUtterance: (_words: readonly Word[]): void => {},
  };
  return decoder;
}

export const program = 'pocketsphinx_continuous';

/** Silence before the audio: unlike Transcribe, the program misses a word at the very start. */
const leadSeconds = 0.5;

/** A line is a word, its start, end and confidence. `<s>`, `<sil>` and `[NOISE]` are markers, `the(2)` is a variant. */
function parseWord(line: string): Word | undefined {
  const [, text, start, end, confidence] = wordLine.exec(line) ?? [];
  if (text === undefined) return undefined;
  return {
    text: text.replace(/\(\d+\)$/, ''),
    start: Math.max(0, Number(start) - leadSeconds),
    end: Math.max(0, Number(end) - leadSeconds),
    confidence: Math.min(1, Number(confidence)),
  };
}

const wordLine = /^(\S+) (\d+\.\d+) (\d+\.\d+) (\d+\.\d+)$/;
const utteranceEnd = '</s>';
