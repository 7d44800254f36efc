import { act } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { forgetRecogniser, installRecogniser, type RecogniserOptions } from '../browser/recogniser.ts';
import { installVoice, type ScriptedVoice } from '../browser/scripted-voice.ts';

/** Gives the page a recogniser, controlled by `window.recogniser`. */
export function giveRecogniser(options: RecogniserOptions = { begins: true }): void {
  installRecogniser(options);
  onTestFinished(forgetRecogniser);
}

/** Gives the page voices and working audio elements. */
export function giveVoice(scripted: ScriptedVoice = {}): void {
  giveAudio();
  const { prototype } = HTMLMediaElement;
  const playing = new WeakSet<HTMLMediaElement>();
  vi.spyOn(prototype, 'pause').mockImplementation(function (this: HTMLMediaElement) {
    playing.delete(this);
  });
  vi.spyOn(prototype, 'paused', 'get').mockImplementation(function (this: HTMLMediaElement) {
    return !playing.has(this);
  });
  const { play } = prototype;
  prototype.play = async function () {
    playing.add(this);
  };
  installVoice(scripted);
  onTestFinished(() => {
    prototype.play = play;
    for (const name of ['speechSynthesis', 'SpeechSynthesisUtterance', 'parleyAudioUnlocked'])
      Reflect.deleteProperty(window, name);
  });
}

/** How browsers refuse a microphone, by the name of the error. */
export const refusals = {
  NotAllowedError: new DOMException('Permission denied', 'NotAllowedError'),
  NotFoundError: new DOMException('Requested device not found', 'NotFoundError'),
  NotReadableError: new DOMException('Could not start audio source', 'NotReadableError'),
  TypeError: new TypeError('At least one of audio and video must be requested'),
} as const;

/**
 * Gives the page a microphone and Web Audio.
 *
 * @param open what `getUserMedia` does before it opens: it may reject, or never settle
 */
export function giveMicrophone(
  open: () => Promise<void> = async () => {},
  audio: AudioMode = 'running',
): Microphone {
  giveAudio(audio);
  const microphone: Microphone = {
    opened: 0,
    tracks: [],
    async say(seconds) {
      // Loud and quiet in turn, as syllables are: a constant tone is noise.
      const samples = Float32Array.from(
        { length: seconds * 16_000 },
        (_, at) => Math.sin(at / 5) / (at % 4_000 < 3_000 ? 3 : 3_000),
      );
      await act(async () => ports.at(-1)?.deliver(samples));
    },
  };
  const mediaDevices = Object.assign(new EventTarget(), {
    enumerateDevices: async () => [],
    async getUserMedia() {
      microphone.opened += 1;
      await open();
      const track = Object.assign(new EventTarget(), { kind: 'audio', readyState: 'live', stop: () => {} });
      track.stop = () => Object.assign(track, { readyState: 'ended' });
      microphone.tracks.push(track);
      return { getTracks: () => [track], getAudioTracks: () => [track] };
    },
  });
  Object.defineProperty(navigator, 'mediaDevices', { value: mediaDevices, configurable: true });
  onTestFinished(() => void Reflect.deleteProperty(navigator, 'mediaDevices'));
  return microphone;
}

interface Microphone {
  opened: number;
  readonly tracks: (EventTarget & { readonly readyState: string })[];
  /** A tone as loud as a voice. */
  say(seconds: number): Promise<void>;
}

const ports: Port[] = [];

/** A worklet's port. It answers each message without samples. */
class Port extends EventTarget {
  onmessage: ((event: { data: Float32Array }) => void) | undefined;
  #context: { readonly state: string };
  #isClosed = false;
  constructor(context: { readonly state: string }) {
    super();
    this.#context = context;
  }
  /** Only a running context processes sound. */
  deliver(samples: Float32Array) {
    if (this.#context.state === 'running' && !this.#isClosed) this.onmessage?.({ data: samples });
  }
  postMessage() {
    this.dispatchEvent(Object.assign(new Event('message'), { data: undefined }));
  }
  close() {
    this.#isClosed = true;
  }
}

/**
 * - `suspended`: `resume` never settles, as without a tap
 * - `no-worklet`: its module does not load
 */
type AudioMode = 'running' | 'suspended' | 'no-worklet';

/** Web Audio and blob addresses, which jsdom lacks. */
function giveAudio(mode: AudioMode = 'running'): void {
  if ('AudioContext' in window) return;
  class AudioNode {
    context: object;
    gain = { value: 1 };
    constructor(context: object) {
      this.context = context;
    }
    connect = (next: unknown) => next;
    disconnect() {}
    getFloatTimeDomainData() {}
  }
  class Context extends EventTarget {
    state = 'suspended';
    destination = {};
    audioWorklet = {
      async addModule() {
        if (mode === 'no-worklet') throw new DOMException('Unable to load a worklet’s module.', 'AbortError');
      },
    };
    createMediaStreamSource = () => new AudioNode(this);
    async resume() {
      if (this.state === 'closed')
        throw new DOMException('Cannot resume a closed context.', 'InvalidStateError');
      if (mode === 'suspended') return new Promise<void>(() => {});
      this.#become('running');
    }
    async close() {
      if (this.state === 'closed')
        throw new DOMException('Cannot close a closed context.', 'InvalidStateError');
      this.#become('closed');
    }
    #become(state: string) {
      if (this.state === state) return;
      this.state = state;
      this.dispatchEvent(new Event('statechange'));
    }
  }
  class Worklet extends AudioNode {
    port: Port;
    constructor(context: Context) {
      super(context);
      this.port = new Port(context);
      ports.push(this.port);
    }
  }
  vi.stubGlobal('AudioContext', Context);
  vi.stubGlobal('GainNode', AudioNode);
  vi.stubGlobal('AnalyserNode', AudioNode);
  vi.stubGlobal('AudioWorkletNode', Worklet);
  Object.assign(URL, { createObjectURL: () => 'blob:http://localhost/sound', revokeObjectURL: vi.fn() });
}

/**
 * The clipboard refuses, as it does in a page without the focus; `missing`: the page has none, as without HTTPS.
 * Call it after the page is opened.
 */
export function refuseClipboard(how: 'refuses' | 'missing' = 'refuses'): void {
  const clipboard =
    how === 'missing'
      ? undefined
      : {
          writeText: () => Promise.reject(new DOMException('Write permission denied.', 'NotAllowedError')),
        };
  const before = Object.getOwnPropertyDescriptor(navigator, 'clipboard');
  Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true });
  onTestFinished(() => {
    if (before) Object.defineProperty(navigator, 'clipboard', before);
    else Reflect.deleteProperty(navigator, 'clipboard');
  });
}
