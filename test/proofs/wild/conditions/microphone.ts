import type { Condition, Flow } from '../stage.ts';

/** The microphone as `getUserMedia` gives it. The browser's recogniser opens it elsewhere. */
const recordsSound = ({ voice }: Flow) => voice === 'server';
const common = { concerns: recordsSound, mustSucceed: () => false } as const;

/** Chromium's own words, by the error's name. */
const refusals = {
  denied: ['NotAllowedError', 'Permission denied'],
  'denied by the system': ['NotAllowedError', 'Permission denied by system'],
  dismissed: ['NotAllowedError', 'Permission dismissed'],
  missing: ['NotFoundError', 'Requested device not found'],
  'in use': ['NotReadableError', 'Could not start audio source'],
  overconstrained: ['OverconstrainedError', ''],
  'forbidden by the page': ['SecurityError', 'Invalid security origin'],
  interrupted: ['AbortError', 'Starting audioinput failed'],
} as const;

export const microphoneConditions: readonly Condition[] = [
  ...Object.entries(refusals).map(
    ([name, [error, message]]): Condition => ({
      ...common,
      name: `microphone ${name}`,
      before: ({ page }) => page.addInitScript(refuse, { error, message }),
    }),
  ),
  {
    ...common,
    name: 'microphone without a track',
    before: ({ page }) => page.addInitScript(giveNoTrack),
  },
  {
    ...common,
    name: 'microphone prompt never answered',
    isSlow: true,
    waitsForPerson: /If your browser asks, allow the microphone/,
    before: ({ page }) => page.addInitScript(neverAnswer),
  },
  {
    ...common,
    name: 'microphone taken away while recording',
    before: ({ page }) => page.addInitScript(takeAway),
  },
];

/** Runs in the page. */
function refuse({ error, message }: { error: string; message: string }): void {
  if (!navigator.mediaDevices) return;
  MediaDevices.prototype.getUserMedia = async () => {
    if (error === 'OverconstrainedError') throw new OverconstrainedError('deviceId', message);
    throw new DOMException(message, error);
  };
  if (error !== 'NotFoundError') return;
  MediaDevices.prototype.enumerateDevices = async () => [];
}

/** Runs in the page. */
function giveNoTrack(): void {
  if (navigator.mediaDevices) MediaDevices.prototype.getUserMedia = async () => new MediaStream();
}

/** Runs in the page. */
function neverAnswer(): void {
  if (navigator.mediaDevices) MediaDevices.prototype.getUserMedia = () => new Promise(() => {});
}

/** Runs in the page: the device is unplugged after two seconds of sound. */
function takeAway(): void {
  if (!navigator.mediaDevices) return;
  const { getUserMedia } = MediaDevices.prototype;
  MediaDevices.prototype.getUserMedia = async function take(constraints) {
    const stream = await getUserMedia.call(this, constraints);
    setTimeout(() => {
      for (const track of stream.getTracks()) {
        track.stop();
        track.dispatchEvent(new Event('ended'));
      }
    }, 2_000);
    return stream;
  };
}
