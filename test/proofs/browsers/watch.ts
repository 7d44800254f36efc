/** Runs in the page: observes what it hears, sends and plays. */
export function watch(): void {
  if (!navigator.mediaDevices) return;
  const watched = window as unknown as Watched;
  Object.assign(watched, { tracks: [], formats: [], sent: [], heardSeconds: 0 });
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
    console.error(`${violatedDirective} forbids ${blockedURI}`),
  );
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function observed(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    watched.tracks.push(...stream.getTracks());
    return stream;
  };
  window.MediaRecorder = class extends MediaRecorder {
    constructor(stream: MediaStream, options?: MediaRecorderOptions) {
      super(stream, options);
      watched.formats.push(this.mimeType);
    }
  };
  const { play } = HTMLMediaElement.prototype;
  HTMLMediaElement.prototype.play = function observed(this: HTMLMediaElement) {
    this.addEventListener('timeupdate', () => {
      if (this.duration > 0.5) watched.heardSeconds = Math.max(watched.heardSeconds, this.currentTime);
    });
    return play.call(this);
  };
  const { fetch } = window;
  window.fetch = (address, init) => {
    const audio = init?.body instanceof FormData ? init.body.get('audio') : null;
    if (audio instanceof Blob) {
      const reader = new FileReader();
      reader.onload = () => watched.sent.push(`${address} ${reader.result}`);
      reader.readAsDataURL(audio);
    }
    return fetch(address, init);
  };
}

/** Runs in the page: removes the AudioWorklet, as in old browsers. */
export function forgetWorklets(): void {
  Reflect.deleteProperty(window, 'AudioWorkletNode');
  Reflect.deleteProperty(BaseAudioContext.prototype, 'audioWorklet');
}

/** Runs in the page. */
export function seen() {
  const { tracks, formats, sent, heardSeconds } = window as unknown as Watched;
  return { tracks: tracks.map(({ readyState }) => readyState), formats, sent, heardSeconds };
}

interface Watched {
  tracks: MediaStreamTrack[];
  formats: string[];
  sent: string[];
  heardSeconds: number;
}
