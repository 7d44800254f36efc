export const androidFeatures = ['translation', 'speech-recognition', 'text-to-speech'] as const;

export type AndroidFeature = (typeof androidFeatures)[number];

export const androidSdks = [34, 35] as const;

export type AndroidSdk = (typeof androidSdks)[number];
