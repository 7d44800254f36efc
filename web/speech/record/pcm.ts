import workletUrl from './pcm-worklet.ts?worker&url';
import { level } from './signals.ts';

export interface PcmCapture {
  /** Delivers samples at `wavSampleRate`, or none if the browser cannot capture them. */
  connect(stream: MediaStream, onSamples: (samples: Float32Array) => void): void;
  setGain(gain: number): void;
  finish(): Promise<void>;
  close(): void;
}

/** Call this directly in the tap's event handler. On iPhones, an audio context starts only there. */
export function openPcmCapture(gain: number): PcmCapture {
  const context = createContext();
  if (!context) return noCapture;
  context.resume().catch(() => {});
  // A phone call suspends it, and iOS does not resume it.
  context.addEventListener('statechange', () => {
    if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {});
  });
  const loading = context.audioWorklet?.addModule(workletUrl).then(
    () => true,
    () => false,
  );
  const amplifier = new GainNode(context, { gain });
  let source: MediaStreamAudioSourceNode | undefined;
  let worklet: AudioWorkletNode | undefined;
  let stopLevelUpdates: (() => void) | undefined;

  return {
    connect(stream, onSamples) {
      source = createSource(context, stream);
      if (!source) return;
      // While the page is recording, Safari lets audio start without a tap.
      context.resume().catch(() => {});
      source.connect(amplifier);
      stopLevelUpdates = startLevelUpdates(amplifier);
      // Without samples from here, the fallback recorder takes over.
      loading
        ?.then((isLoaded) => {
          if (!isLoaded || context.state === 'closed') return;
          worklet = new AudioWorkletNode(context, 'pcm', { channelCount: 1, channelCountMode: 'explicit' });
          worklet.port.onmessage = ({ data }: MessageEvent<Float32Array | undefined>) => {
            if (data) onSamples(data);
          };
          // It outputs silence, but some browsers run only nodes that lead to the destination.
          amplifier.connect(worklet).connect(context.destination);
        })
        .catch(() => {});
    },
    setGain(gain) {
      amplifier.gain.value = gain;
    },
    async finish() {
      if (worklet && context.state === 'running') await finishWorklet(worklet.port);
    },
    close() {
      stopLevelUpdates?.();
      worklet?.port.close();
      source?.disconnect();
      context.close().catch(() => {});
    },
  };
}

const noCapture: PcmCapture = { connect() {}, setGain() {}, finish: async () => {}, close() {} };

function createContext(): AudioContext | undefined {
  try {
    return new AudioContext();
  } catch {
    return undefined;
  }
}

/** Firefox throws if the sample rates of the microphone and the context differ. */
function createSource(context: AudioContext, stream: MediaStream): MediaStreamAudioSourceNode | undefined {
  try {
    return context.createMediaStreamSource(stream);
  } catch {
    return undefined;
  }
}

/** Gives up after 300 ms; a worklet answers within milliseconds. */
function finishWorklet(port: MessagePort): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, 300);
    port.addEventListener('message', ({ data }) => {
      if (data !== undefined) return;
      clearTimeout(timer);
      resolve();
    });
    port.postMessage('finish');
  });
}

function startLevelUpdates(amplifier: GainNode): () => void {
  const analyser = new AnalyserNode(amplifier.context, { fftSize: 1024 });
  amplifier.connect(analyser);
  const samples = new Float32Array(analyser.fftSize);
  let frame = 0;
  const measure = () => {
    analyser.getFloatTimeDomainData(samples);
    level.set(measureLoudness(samples));
    frame = requestAnimationFrame(measure);
  };
  measure();
  return () => {
    cancelAnimationFrame(frame);
    level.set(0);
  };
}

/** 0 at -50 dB, 1 at -10 dB: the range of speech. */
function measureLoudness(samples: Float32Array): number {
  const meanSquare = samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length;
  const decibels = 20 * Math.log10(Math.sqrt(meanSquare) + 1e-7);
  return Math.max(0, Math.min(1, (decibels + 50) / 40));
}
