import type { RecordingProfile } from '../recognition-profiles.ts';
import { mixDown, wavSampleRate } from './wav.ts';

export interface FallbackRecorder {
  stop(): Promise<void>;
  discard(): void;
}

export interface FallbackListener {
  /** @param samples at `wavSampleRate`, not amplified */
  onSamples(samples: Float32Array): void;
  onError(): void;
}

export function startFallbackRecorder(
  stream: MediaStream,
  profile: RecordingProfile,
  listener: FallbackListener,
): FallbackRecorder | undefined {
  let isOver = false;
  let decoding = Promise.resolve();
  let current = startRecording(stream, profile, fail);
  if (!current) return undefined;
  const rotation = setInterval(() => {
    const ended = current;
    current = startRecording(stream, profile, fail);
    if (ended) deliver(ended.stop());
    if (!current) void decoding.then(fail);
  }, rotationMs);

  function fail(): void {
    if (isOver) return;
    discard();
    listener.onError();
  }

  function deliver(stopped: Promise<Blob>): void {
    decoding = decoding.then(async () => {
      const recorded = await stopped;
      if (recorded.size === 0) return;
      const samples = await decode(recorded).catch(() => undefined);
      if (samples && !isOver) listener.onSamples(samples);
    });
  }

  function discard(): void {
    isOver = true;
    clearInterval(rotation);
    void current?.stop();
  }

  return {
    async stop() {
      clearInterval(rotation);
      if (current) deliver(current.stop());
      await decoding;
      isOver = true;
    },
    discard,
  };
}

/** Samples come as often. Limits the length of what is decoded at once. */
export const rotationMs = 28_000;

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
    /** If the microphone was lost, the recorder has already stopped. */
    stop() {
      if (recorder.state !== 'inactive') recorder.stop();
      return stopped;
    },
  };
}

function startRecorder(stream: MediaStream, profile: RecordingProfile): MediaRecorder | undefined {
  if (typeof MediaRecorder === 'undefined') return undefined;
  try {
    const mimeType = profile.formats.find((format) => MediaRecorder.isTypeSupported(format));
    const recorder = new MediaRecorder(stream, {
      audioBitsPerSecond: profile.bitsPerSecond,
      ...(mimeType && { mimeType }),
    });
    recorder.start(profile.sliceMs);
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
