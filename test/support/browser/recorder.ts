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
    /** As if the microphone had been muted by another app. */
    mute: () =>
      page.evaluate(() => {
        for (const track of window.recorder.tracks) track.dispatchEvent(new Event('mute'));
      }),
    /** As if the microphone had been unplugged. */
    unplug: () =>
      page.evaluate(() => {
        for (const track of window.recorder.tracks) {
          track.stop();
          track.dispatchEvent(new Event('ended'));
        }
      }),
  };
}

/** Runs in the page. */
function watch(): void {
  if (location.protocol !== 'http:') return;
  const watched: RecorderReport = {
    sent: [],
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
    const request = await read(String(address), init?.body);
    if (!request) return fetch(address, init);
    try {
      return await fetch(address, init);
    } finally {
      request.answeredAtMs = performance.now();
    }
  };
  /** Notes requests with speech. */
  async function read(address: string, body: BodyInit | null | undefined): Promise<Sent | undefined> {
    const sent = { atMs: performance.now(), answeredAtMs: undefined };
    if (address === '/api/speech/listen') {
      const stream = { ...sent, id: JSON.parse(String(body)).stream };
      watched.streams.push(stream);
      return stream;
    }
    if (!(body instanceof FormData)) return undefined;
    const audio = body.get('audio') as Blob;
    if (address === '/api/transcribe-amazon') {
      const clip = { ...sent, type: audio.type, ...readWav(await audio.arrayBuffer()) };
      watched.sent.push(clip);
      return clip;
    }
    const samples = new Int16Array(await audio.arrayBuffer());
    const chunk = {
      ...sent,
      stream: String(body.get('stream')),
      sequence: Number(body.get('sequence')),
      isLast: body.has('isLast'),
      seconds: samples.length / 16_000,
      loudness: loudnessOf(samples),
    };
    watched.chunks.push(chunk);
    return chunk;
  }
  function readWav(file: ArrayBuffer) {
    const view = new DataView(file);
    if (view.getUint32(0) !== 0x52494646) return { channels: 0, sampleRate: 0, seconds: 0 };
    const samples = new Int16Array(file, 44);
    const sampleRate = view.getUint32(24, true);
    return {
      channels: view.getUint16(22, true),
      sampleRate,
      seconds: samples.length / sampleRate,
    };
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
  /** The clips that were sent, in order. */
  sent: Clip[];
  streams: Stream[];
  /** The chunks of all streams, in order, with repetitions. */
  chunks: Chunk[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  recorders: MediaRecorder[];
}

interface Sent {
  readonly atMs: number;
  answeredAtMs: number | undefined;
}

interface Stream extends Sent {
  readonly id: string;
}

interface Chunk extends Sent {
  readonly stream: string;
  readonly sequence: number;
  readonly isLast: boolean;
  readonly seconds: number;
  /** Root of the mean square, 0 to 1. */
  readonly loudness: number;
}

interface Clip extends Sent {
  readonly type: string;
  readonly channels: number;
  readonly sampleRate: number;
  readonly seconds: number;
}

declare global {
  interface Window {
    recorder: RecorderReport;
  }
}
