import { limits } from '../../shared/limits.ts';
import { level } from './level.ts';
import { pickFormat, type RecordingProfile, recordingProfile } from './recording-profile.ts';
import { encodeWav, gainOf, mixDown, peakOf, wavSampleRate } from './wav.ts';

/** What a recording tells while it goes on. After `onClip` or `onFailure` it says nothing more. */
export interface RecordingListener {
  onListening(): void;
  /** It has lasted as long as one clip may; it goes on until it is finished. */
  onLimit(): void;
  /** A 16 kHz mono PCM WAV, or the browser's own container where it cannot convert. */
  onClip(clip: Blob): void;
  /** Nothing in it was loud enough to be speech. */
  onSilence(): void;
  /** @param sentence one of the recording messages */
  onFailure(sentence: string): void;
}

/** Opens the microphone and records until `finish` or `discard`. Call it in the tap that asks for it. */
export function record(
  micSensitivity: number,
  listener: RecordingListener,
  profile: RecordingProfile = recordingProfile,
): { finish(): void; discard(): void } {
  const gain = gainOf(micSensitivity);
  let isOver = false;
  let recorder: MediaRecorder | undefined;
  const cleanups: (() => void)[] = [];

  function end(): void {
    isOver = true;
    for (const cleanup of cleanups.splice(0).reverse()) cleanup();
  }

  function fail(sentence: string): void {
    if (isOver) return;
    end();
    listener.onFailure(sentence);
  }

  async function start(): Promise<void> {
    if (!navigator.mediaDevices || typeof MediaRecorder === 'undefined') {
      throw new DOMException('this browser cannot record here', 'NotSupportedError');
    }
    const meter = openMeter(gain);
    cleanups.push(meter.close);
    const stream = await navigator.mediaDevices.getUserMedia({ audio: profile.constraints });
    cleanups.push(() => {
      for (const track of stream.getTracks()) track.stop();
    });
    if (isOver) return end();
    const [track] = stream.getAudioTracks();
    if (!track) throw new DOMException('no audio track', 'NotFoundError');
    track.addEventListener('ended', () => fail('Recording failed: the microphone was disconnected'));
    recorder = startRecorder(stream, profile, fail, async (recorded) => {
      if (isOver) return;
      end();
      await deliver(recorded);
    });
    meter.listen(stream);
    const timer = setTimeout(listener.onLimit, limits.clipSeconds * 1000);
    cleanups.push(() => clearTimeout(timer));
    listener.onListening();
  }

  async function deliver(recorded: Blob): Promise<void> {
    if (recorded.size === 0) return listener.onFailure('Failed to process audio.');
    const samples = await decode(recorded, gain).catch(() => undefined);
    if (samples === undefined) return listener.onClip(recorded);
    if (peakOf(samples) < silentPeak) return listener.onSilence();
    listener.onClip(new Blob([encodeWav(samples, wavSampleRate)], { type: 'audio/wav' }));
  }

  start().catch((error: unknown) => fail(recordingMessage(error)));
  return {
    finish() {
      if (recorder && recorder.state !== 'inactive') recorder.stop();
    },
    discard: end,
  };
}

/** What to say when the microphone cannot be opened. */
export function recordingMessage(error: unknown): string {
  const name = error instanceof Error ? error.name : '';
  switch (name) {
    case 'NotAllowedError':
    case 'SecurityError':
      return 'Microphone permission denied. Please allow microphone access and try again.';
    case 'NotFoundError':
    case 'OverconstrainedError':
      return 'No microphone found. Please check your audio devices.';
    case 'NotReadableError':
    case 'AbortError':
      return 'Recording failed: the microphone is in use or was disconnected';
    default:
      return `Recording failed: ${error instanceof Error && error.message ? error.message : 'unknown reason'}`;
  }
}

/** Below this, -40 dB, a recording holds no speech. */
const silentPeak = 0.01;

function startRecorder(
  stream: MediaStream,
  profile: RecordingProfile,
  fail: (sentence: string) => void,
  onStop: (recorded: Blob) => void,
): MediaRecorder {
  const mimeType = pickFormat(profile.formats, (format) => MediaRecorder.isTypeSupported(format));
  const recorder = new MediaRecorder(stream, {
    audioBitsPerSecond: profile.bitsPerSecond,
    ...(mimeType && { mimeType }),
  });
  const chunks: Blob[] = [];
  recorder.addEventListener('dataavailable', ({ data }) => {
    if (data.size > 0) chunks.push(data);
  });
  recorder.addEventListener('error', () => fail('Recording error occurred'));
  recorder.addEventListener('stop', () => onStop(new Blob(chunks, { type: recorder.mimeType })));
  recorder.start(profile.chunkMs);
  return recorder;
}

async function decode(recorded: Blob, gain: number): Promise<Float32Array> {
  const context = new OfflineAudioContext(1, 1, wavSampleRate);
  const audio = await context.decodeAudioData(await recorded.arrayBuffer());
  const channels = Array.from({ length: audio.numberOfChannels }, (_, index) => audio.getChannelData(index));
  return mixDown(channels, gain);
}

/** A suspended context meters nothing and harms nothing. It is made in the tap, where it may start. */
function openMeter(gain: number) {
  const context = typeof AudioContext === 'undefined' ? undefined : new AudioContext();
  let frame = 0;
  return {
    listen(stream: MediaStream): void {
      if (!context) return;
      const analyser = new AnalyserNode(context, { fftSize: 1024 });
      context.createMediaStreamSource(stream).connect(analyser);
      const samples = new Float32Array(analyser.fftSize);
      const measure = () => {
        analyser.getFloatTimeDomainData(samples);
        level.publish(loudness(samples, gain));
        frame = requestAnimationFrame(measure);
      };
      measure();
    },
    close(): void {
      cancelAnimationFrame(frame);
      level.publish(0);
      context?.close().catch(() => {});
    },
  };
}

/** 0 at -50 dB, 1 at -10 dB: the range of speech into a microphone. */
function loudness(samples: Float32Array, gain: number): number {
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 20 * Math.log10(Math.sqrt(meanSquare) * gain + 1e-7);
  return Math.max(0, Math.min(1, (decibels + 50) / 40));
}
