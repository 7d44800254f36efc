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
    /** The clips that were sent, once there is one. */
    async sent() {
      await page.waitForFunction(() => window.recorder.sent.length > 0, undefined, { timeout: 60_000 });
      return (await page.evaluate(report)).sent;
    },
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
    if (!String(address).includes('/api/transcribe-amazon')) return fetch(address, init);
    const form = init?.body as FormData;
    const audio = form.get('audio') as Blob;
    watched.sent.push({
      type: audio.type,
      interim: form.get('interim') as string | null,
      ...readWav(await audio.arrayBuffer()),
    });
    return fetch(address, init);
  };
  function readWav(file: ArrayBuffer) {
    const view = new DataView(file);
    if (view.getUint32(0) !== 0x52494646) return { channels: 0, sampleRate: 0, seconds: 0, loudness: 0 };
    const samples = new Int16Array(file, 44);
    const sampleRate = view.getUint32(24, true);
    return {
      channels: view.getUint16(22, true),
      sampleRate,
      seconds: samples.length / sampleRate,
      loudness: loudnessOf(samples),
    };
  }
  function loudnessOf(samples: Int16Array): number {
    const sum = samples.reduce((total, sample) => total + (sample / 32_768) ** 2, 0);
    return Math.sqrt(sum / samples.length);
  }
}

function report() {
  const { tracks, contexts, recorders, ...told } = window.recorder;
  return { ...told, opened: tracks.length };
}

interface RecorderReport {
  /** The clips that were sent, in order. */
  sent: Clip[];
  tracks: MediaStreamTrack[];
  contexts: AudioContext[];
  recorders: MediaRecorder[];
}

interface Clip {
  readonly type: string;
  readonly interim: string | null;
  readonly channels: number;
  readonly sampleRate: number;
  readonly seconds: number;
  /** Root of the mean square, 0 to 1. */
  readonly loudness: number;
}

declare global {
  interface Window {
    recorder: RecorderReport;
  }
}
