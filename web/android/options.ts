import { type AndroidFeature, type AndroidSdk, androidFeatures } from '../../shared/android.ts';
import type { Sent } from '../api.ts';

export interface Options {
  readonly features: readonly AndroidFeature[];
  /** Proven versions instead of the newest. */
  readonly isStable: boolean;
  readonly targetSdk: AndroidSdk;
}

export const initialOptions: Options = { features: androidFeatures, isStable: true, targetSdk: 34 };

export const featureNames: Record<AndroidFeature, string> = {
  translation: 'Translation',
  'speech-recognition': 'Speech recognition',
  'text-to-speech': 'Text to speech',
};

/** Adds or removes a feature; the order is the table's. */
export function withFeature(options: Options, feature: AndroidFeature, isWanted: boolean): Options {
  const features = androidFeatures.filter((each) =>
    each === feature ? isWanted : options.features.includes(each),
  );
  return { ...options, features };
}

export function areSame(some: Options, others: Options): boolean {
  return (
    some.features.join() === others.features.join() &&
    some.isStable === others.isStable &&
    some.targetSdk === others.targetSdk
  );
}

/** `translation and text to speech; stable versions, target SDK 34` */
export function describeOptions({ features, isStable, targetSdk }: Options): string {
  const names = features.map((feature) => featureNames[feature].toLowerCase());
  const list = new Intl.ListFormat('en-GB').format(names);
  return `${list}; ${isStable ? 'stable' : 'newest'} versions, target SDK ${targetSdk}`;
}

export function toRequest({ features, isStable, targetSdk }: Options): Sent<'android.setup'> {
  return {
    projectType: 'react-native',
    features: [...features],
    preferences: { stability: isStable, targetSdk },
  };
}
