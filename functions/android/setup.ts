import { setup as contract } from '../../shared/api/android.schema.ts';
import { endpoint } from '../endpoint.ts';
import { androidConfigured } from '../telemetry/events.ts';
import { aimOf, buildTimeOf, successRateOf } from './estimate.ts';
import { filesOf } from './files.ts';
import { instructionsFor } from './instructions.ts';
import { projectOf } from './project.ts';

/** The configuration of a React Native project for Android, as text files. */
export const handler = endpoint('android.setup', contract, async (input, { requestId }) => {
  const project = projectOf(input);
  const { gradle, kotlin, agp, java } = project.versions;
  const { stability, targetSdk } = input.preferences;
  androidConfigured({ requestId, features: [...project.features], stability, targetSdk });
  return {
    configFiles: filesOf(project),
    metadata: {
      expectedSuccessRate: successRateOf(project),
      estimatedBuildTime: buildTimeOf(project),
      optimizedFor: aimOf(project),
    },
    versions: { gradle, kotlin, agp, androidSdk: `${targetSdk}`, java },
    buildInstructions: instructionsFor(project),
  };
});
