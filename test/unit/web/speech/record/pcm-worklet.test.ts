import { afterEach, beforeEach, expect, test, vi } from 'vitest';

let posted: (Float32Array | undefined)[];
let Processor: new () => AudioProcessor;

beforeEach(async () => {
  posted = [];
  vi.stubGlobal('sampleRate', 16_000);
  vi.stubGlobal('AudioWorkletProcessor', FakeProcessor);
  vi.stubGlobal('registerProcessor', (_name: string, registered: typeof Processor) => {
    Processor = registered;
  });
  vi.resetModules();
  await import('../../../../../web/speech/record/pcm-worklet.ts');
});
afterEach(() => vi.unstubAllGlobals());

test('a source that pauses is silence, and one that has not begun is nothing', () => {
  const processor = new Processor();
  process(processor, undefined, 16);
  expect(posted).toEqual([]);
  process(processor, 0.5, 16);
  process(processor, undefined, 16);
  processor.port.onmessage();
  expect(countPosted() / quantum).toBeCloseTo(32, 0);
  expect(posted.findLast((samples) => samples)?.at(-1)).toBe(0);
});

test('a flush delivers what is left, then ends it', () => {
  const processor = new Processor();
  process(processor, 0.5, 3);
  processor.port.onmessage();
  expect(countPosted() / quantum).toBeCloseTo(3, 0);
  expect(posted.at(-1)).toBeUndefined();
  expect(processor.process([[sound(0.5)]], [[sound(0)]])).toBe(false);
});

/** Firefox passes no channel while a source has nothing to say. */
function process(processor: AudioProcessor, level: number | undefined, times: number): void {
  for (let time = 0; time < times; time++) {
    processor.process([level === undefined ? [] : [sound(level)]], [[sound(0)]]);
  }
}

function sound(level: number): Float32Array {
  return new Float32Array(quantum).fill(level);
}

function countPosted(): number {
  return posted.reduce((sum, samples) => sum + (samples?.length ?? 0), 0);
}

const quantum = 128;

class FakeProcessor {
  readonly port = {
    postMessage: (samples: Float32Array | undefined) => posted.push(samples?.slice()),
    onmessage: () => {},
  };
}

interface AudioProcessor extends FakeProcessor {
  process(inputs: Float32Array[][], outputs: Float32Array[][]): boolean;
}
