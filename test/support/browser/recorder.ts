import type { Page } from 'playwright';
import { hideRecogniser } from './recogniser.ts';

/**
 * Removes the page's recogniser, and records what its recorder opens, sends and shows. Observes, and changes
 * nothing else. Before the page has its address.
 */
export async function watchRecorder(page: Page): Promise<void> {
  await hideRecogniser(page);
  await page.addInitScript(watch);
}

export function recorderOf(page: Page) {
  return {
    report: () => page.evaluate(report),
    /** Waits until the microphone and its audio are closed. */
    async closed() {
      await page.waitForFunction(
        () => {
          const { tracks, contexts, recorders } = window.recorder;
          return (
            tracks.length > 0 &&
            tracks.every(({ readyState }) => readyState === 'ended') &&
            contexts.every(({ state }) => state === 'closed') &&
            recorders.every(({ state }) => state === 'inactive')
          );
        },
        undefined,
        { timeout: 60_000 },
      );
    },
  };
}

/** Runs in the page. */
function watch(): void {
  if (location.protocol !== 'http:') return;
  const watched: RecorderReport = {
    clips: 0,
    streams: [],
    chunks: [],
    tracks: [],
    contexts: [],
    recorders: [],
  };
  window.recorder = watched;
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    watched.tracks.push(...stream.getTracks());
    return stream;
  };
  const Context = window.AudioContext;
  if (Context) {
    window.AudioContext = class extends Context {
      constructor(options?: AudioContextOptions) {
        super(options);
        watched.contexts.push(this);
      }
    };
  }
  const Recorder = window.MediaRecorder;
  if (Recorder) {
    window.MediaRecorder = class extends Recorder {
      constructor(stream: MediaStream, options?: MediaRecorderOptions) {
        super(stream, options);
        watched.recorders.push(this);
      }
    };
  }
  const { fetch } = window;
  window.fetch = async (address, init) => {
    const stream = await read(String(address), init?.body);
    return fetch(address, init).finally(() => {
      if (stream) stream.answeredAtMs = performance.now();
    });
  };
  /** Notes requests with speech. */
  async function read(address: string, body: BodyInit | null | undefined): Promise<Stream | undefined> {
    if (address === '/api/speech/listen') {
      const stream = { id: JSON.parse(String(body)).stream, answeredAtMs: undefined };
      watched.streams.push(stream);
      return stream;
    }
    if (!(body instanceof FormData)) return undefined;
    if (address === '/api/transcribe-amazon') {
      watched.clips += 1;
      return undefined;
    }
    const samples = new Int16Array(await (body.get('audio') as Blob).arrayBuffer());
    watched.chunks.push({
      stream: String(body.get('stream')),
      sequence: Number(body.get('sequence')),
      isLast: body.has('isLast'),
      seconds: samples.length / 16_000,
      loudness: loudnessOf(samples),
    });
    return undefined;
  }
  function loudnessOf(samples: Int16Array): number {
    const sum = samples.reduce((total, sample) => total + (sample / 32_768) ** 2, 0);
    return samples.length === 0 ? 0 : Math.sqrt(sum / samples.length);
  }
}

function report() {
  const { tracks, contexts, recorders, ...told } = window.recorder;
  return { ...told, opened: tracks.length };
}

interface RecorderReport {
  /** How many clips were sent. */
  clips: number;
  streams: Stream[];
  /** The chunks of all streams, in order, with repetitions. */
  chunks: Chunk[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  recorders: MediaRecorder[];
}

interface Stream {
  readonly id: string;
  answeredAtMs: number | undefined;
}

interface Chunk {
  readonly stream: string;
  readonly sequence: number;
  readonly isLast: boolean;
  readonly seconds: number;
  /** Root of the mean square, 0 to 1. */
  readonly loudness: number;
}

declare global {
  interface Window {
    recorder: RecorderReport;
  }
}
