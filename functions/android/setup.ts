import { setup as contract } from '../../shared/api/android.schema.ts';
import { endpoint } from '../endpoint.ts';
import { gradleFiles } from './gradle.ts';
import { instructions, steps, values } from './instructions.ts';
import { kotlinFiles } from './kotlin.ts';
import { packageFiles } from './package.ts';
import { versions } from './versions.ts';
import { xmlFiles } from './xml.ts';

export const handler = endpoint('android.setup', contract, async () => {
  const { gradle, kotlin, agp, targetSdk, java } = versions;
  return {
    configFiles: { ...gradleFiles, ...xmlFiles, ...kotlinFiles, ...packageFiles },
    metadata: {
      expectedSuccessRate: '95%',
      estimatedBuildTime: `${buildMinutes.from}–${buildMinutes.to} minutes`,
      optimizedFor: `Optimised for reliable builds: React Native ${values.reactNative} with long-proven settings, for Android SDK ${values.targetSdk}.`,
    },
    versions: { gradle, kotlin, agp, androidSdk: `${targetSdk}`, java },
    buildInstructions: instructions,
    wording: { steps: [...steps], values, buildMinutes },
  };
});

/** Estimated for a first debug build, after all downloads. */
const buildMinutes = { from: 4, to: 7 };
