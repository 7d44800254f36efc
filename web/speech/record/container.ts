import type { RecordingProfile } from '../profiles.ts';
import { mixDown, wavSampleRate } from './wav.ts';

/** A recording in the browser's own containers, such as WebM, one after the other. */
export interface Containers {
  /** Ends it. Resolves when everything is handed on. */
  stop(): Promise<void>;
  /** Ends it and hands on nothing more. */
  discard(): void;
}

/** What a recording in containers tells. */
export interface ContainerListener {
  /** A container's samples at `wavSampleRate`, as loud as they came. */
  onSamples(samples: Float32Array): void;
  /** A container that this browser can write and not read. */
  onUnreadable(recorded: Blob): void;
  /** It has broken. What was not handed on is lost. */
  onError(): void;
}

/**
 * Begins to record. A container is handed on when it ends, by `stop` or before it gets too long for the server; the next
 * one begins before that, so that nothing is lost between them.
 *
 * @returns undefined where the browser has no recorder
 */
export function recordContainers(
  stream: MediaStream,
  profile: RecordingProfile,
  listener: ContainerListener,
): Containers | undefined {
  let isOver = false;
  let reading = Promise.resolve();
  let current = startRecording(stream, profile, fail);
  if (!current) return undefined;
  const rotation = setInterval(() => {
    const ended = current;
    current = startRecording(stream, profile, fail);
    if (ended) handOn(ended.stop());
    if (!current) reading.then(fail);
  }, rotationMs);

  function fail(): void {
    if (isOver) return;
    discard();
    listener.onError();
  }

  function handOn(stopped: Promise<Blob>): void {
    reading = reading.then(async () => {
      const recorded = await stopped;
      if (recorded.size === 0) return;
      const samples = await decode(recorded).catch(() => undefined);
      if (isOver) return;
      if (samples) listener.onSamples(samples);
      else listener.onUnreadable(recorded);
    });
  }

  function discard(): void {
    isOver = true;
    clearInterval(rotation);
    current?.stop();
  }

  return {
    async stop() {
      clearInterval(rotation);
      if (current) handOn(current.stop());
      await reading;
      isOver = true;
    },
    discard,
  };
}

/** The server takes 30 s, and timers may be late. */
const rotationMs = 28_000;

/** Begins one container, in the first of the formats that the browser has; where it has none, it chooses. */
function startRecording(stream: MediaStream, profile: RecordingProfile, onError: () => void) {
  const recorder = startRecorder(stream, profile);
  if (!recorder) return undefined;
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => chunks.push(data));
  recorder.addEventListener('error', onError);
  const stopped = new Promise<Blob>((resolve) => {
    recorder.addEventListener('stop', () => resolve(new Blob(chunks, { type: recorder.mimeType })));
  });
  return {
    /** It may have ended by itself, as it does with its microphone. */
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}

function startRecorder(stream: MediaStream, profile: RecordingProfile): MediaRecorder | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  const mimeType = profile.formats.find((format) => MediaRecorder.isTypeSupported(format));
  try {
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: profile.bitsPerSecond,
      ...(mimeType && { mimeType }),
    });
    recorder.start(profile.chunkMs);
    return recorder;
  } catch {
    return undefined;
  }
}

async function decode(recorded: Blob): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, wavSampleRate);
  const audio = await context.decodeAudioData(await recorded.arrayBuffer());
  return mixDown(Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index)));
}
