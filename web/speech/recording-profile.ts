/** How a browser records. */
export interface RecordingProfile {
  readonly constraints: MediaTrackConstraints;
  /** Containers and codecs, the best first. */
  readonly formats: readonly string[];
  readonly bitsPerSecond: number;
  /** A chunk is handed over this often. */
  readonly chunkMs: number;
}

export const recordingProfile: RecordingProfile = {
  constraints: {
    channelCount: 1,
    sampleRate: 44_100,
    echoCancellation: true,
    noiseSuppression: true,
    autoGainControl: true,
  },
  formats: ['audio/webm;codecs=opus', 'audio/webm', 'audio/mp4', 'audio/wav', 'audio/ogg;codecs=opus'],
  bitsPerSecond: 128_000,
  chunkMs: 1_000,
};

/** The first format that the browser records, or undefined: its own choice is taken then. */
export function pickFormat(
  formats: readonly string[],
  isSupported: (format: string) => boolean,
): string | undefined {
  return formats.find(isSupported);
}
