import { setup as contract } from '../../shared/api/android.schema.ts';
import { endpoint } from '../endpoint.ts';
import { logAndroidConfigured } from '../telemetry/events.ts';
import { describeOptimization, estimateBuildTime, estimateSuccess } from './estimate.ts';
import { writeFiles } from './files.ts';
import { writeInstructions } from './instructions.ts';
import { describeProject } from './project.ts';
import { javaVersion } from './versions.ts';

export const handler = endpoint('android.setup', contract, async (input, { requestId }) => {
  const project = describeProject(input);
  const { gradle, kotlin, agp } = project.versions;
  const { stability, targetSdk } = input.preferences;
  logAndroidConfigured({ requestId, features: [...project.features], stability, targetSdk });
  return {
    configFiles: writeFiles(project),
    metadata: {
      expectedSuccessRate: estimateSuccess(project),
      estimatedBuildTime: estimateBuildTime(project),
      optimizedFor: describeOptimization(project),
    },
    versions: { gradle, kotlin, agp, androidSdk: `${targetSdk}`, java: javaVersion },
    buildInstructions: writeInstructions(project),
  };
});
