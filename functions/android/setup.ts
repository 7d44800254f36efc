import { setup as contract } from '../../shared/api/android.schema.ts';
import { endpoint } from '../endpoint.ts';
import { gradleFiles } from './gradle.ts';
import { instructions } from './instructions.ts';
import { kotlinFiles } from './kotlin.ts';
import { packageFiles } from './package.ts';
import { versions } from './versions.ts';
import { xmlFiles } from './xml.ts';

export const handler = endpoint('android.setup', contract, async () => {
  const { gradle, kotlin, agp, targetSdk, java } = versions;
  return {
    configFiles: { ...gradleFiles, ...xmlFiles, ...kotlinFiles, ...packageFiles },
    metadata: {
      // Estimates for a first debug build, after all downloads.
      expectedSuccessRate: '95%',
      estimatedBuildTime: '4–7 minutes',
      optimizedFor:
        'Optimised for reliable builds: React Native 0.75 with long-proven settings, for Android SDK 34.',
    },
    versions: { gradle, kotlin, agp, androidSdk: `${targetSdk}`, java },
    buildInstructions: instructions,
  };
});
