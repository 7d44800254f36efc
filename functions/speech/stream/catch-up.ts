/** Late audio leaves a real-time recogniser behind, so pauses are shortened until it has caught up. */
export interface SendState {
  readonly sentBytes: number;
  /** In the current pause. */
  readonly silentFrames: number;
  /** The latest silence that was not sent: the next word may begin in it, and recognisers miss words right after a cut. */
  readonly held: readonly Uint8Array[];
  readonly skips: readonly Skip[];
}

interface Skip {
  /** Seconds of sent audio before it. */
  readonly at: number;
  readonly seconds: number;
}

export const nothingSent: SendState = { sentBytes: 0, silentFrames: 0, held: [], skips: [] };

/**
 * @param audio 16 kHz, mono, 16-bit little-endian
 * @param isBehind whether the recogniser lags once it has been sent this many bytes
 */
export function shortenPauses(
  sending: SendState,
  audio: Uint8Array,
  isBehind: (sentBytes: number) => boolean,
): { readonly sending: SendState; readonly audio: readonly Uint8Array[] } {
  const sent: Uint8Array[] = [];
  let state = sending;
  for (let at = 0; at < audio.length; at += frameBytes) {
    const frame = audio.subarray(at, at + frameBytes);
    const isSilent = isSilence(frame);
    if (isSilent && state.silentFrames >= keptFrames && isBehind(state.sentBytes)) {
      state = hold(state, frame);
      continue;
    }
    const frames = [...state.held, frame];
    sent.push(...frames);
    state = {
      sentBytes: state.sentBytes + frames.reduce((sum, { length }) => sum + length, 0),
      silentFrames: isSilent ? state.silentFrames + 1 : 0,
      held: [],
      skips: state.skips,
    };
  }
  return { sending: state, audio: sent };
}

/** The silence that was held for longest is skipped. */
function hold(state: SendState, frame: Uint8Array): SendState {
  const held = [...state.held, frame];
  const [skipped] = held;
  if (!skipped || held.length <= heldFrames) return { ...state, held };
  const skip = { at: state.sentBytes / bytesPerSecond, seconds: skipped.length / bytesPerSecond };
  return { ...state, held: held.slice(1), skips: [...state.skips, skip] };
}

/** Converts seconds of sent audio to seconds from the stream's start, skipped pauses included. */
export function toStreamSeconds({ skips }: SendState, seconds: number): number {
  return skips.reduce((sum, skip) => (skip.at < seconds ? sum + skip.seconds : sum), seconds);
}

/** Of 16 kHz, mono, 16-bit audio. */
export const bytesPerSecond = 32_000;
/** A tenth of a second. */
const frameBytes = 3_200;
/** Kept of every pause, to separate words. */
const keptFrames = 3;
const heldFrames = 2;

function isSilence(frame: Uint8Array): boolean {
  const view = new DataView(frame.buffer, frame.byteOffset, frame.byteLength);
  let sum = 0;
  for (let at = 0; at + 1 < view.byteLength; at += 2) sum += view.getInt16(at, true) ** 2;
  return Math.sqrt((2 * sum) / view.byteLength) < silenceLevel;
}

/** Root mean square, 47 dB below full scale. */
const silenceLevel = 150;
