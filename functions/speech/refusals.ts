import { limits } from '../../shared/limits.ts';
import { InvalidRequest, TooLarge, UnsupportedMediaType } from '../errors.ts';

/** The one answer to audio that cannot be decoded, whoever finds out. */
export function damagedClip(options?: ErrorOptions): InvalidRequest {
  const message = 'The recording is damaged and cannot be read. Please record it again.';
  return new InvalidRequest([{ path: 'audio', message }], 'uncounted', options);
}

export function emptyClip(): InvalidRequest {
  const message = 'The recording is empty. Please record it again.';
  return new InvalidRequest([{ path: 'audio', message }], 'uncounted');
}

/** A container that is known, and in it something that is not, or whose length cannot be told. */
export function unknownSound(): UnsupportedMediaType {
  return new UnsupportedMediaType(
    'The sound in this recording is packed in a way that cannot be understood here.',
    'uncounted',
    'Type the text instead, or send WAV, FLAC or Opus.',
  );
}

/** @throws TooLarge for more than `limits.clipSeconds` */
export function requireShort(seconds: number): void {
  if (seconds > limits.clipSeconds + toleranceSeconds) {
    throw new TooLarge(
      `A recording can be at most ${limits.clipSeconds} seconds long.`,
      'uncounted',
      'Send longer speech in parts.',
    );
  }
}

/** Recorders stop a moment late. */
const toleranceSeconds = 1;
