/** What the Android generator knows. */
export const androidFeatures = ['translation', 'speech-recognition', 'text-to-speech'] as const;

export type AndroidFeature = (typeof androidFeatures)[number];

/** Target SDKs that it has a table of versions for. */
export const androidSdks = [34, 35] as const;

export type AndroidSdk = (typeof androidSdks)[number];
