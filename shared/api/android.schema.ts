import * as z from 'zod/mini';
import { androidFeatures, androidSdks } from '../android.ts';

export const setup = {
  input: z.object({
    projectType: z.literal('react-native'),
    features: z.array(z.enum(androidFeatures)).check(z.minLength(1), z.maxLength(androidFeatures.length)),
    preferences: z.object({
      stability: z.boolean(),
      targetSdk: z.literal(androidSdks),
    }),
  }),
  output: z.object({
    configFiles: z.record(z.string(), z.string()),
    metadata: z.object({
      expectedSuccessRate: z.string(),
      estimatedBuildTime: z.string(),
      optimizedFor: z.string(),
    }),
    versions: z.object({
      gradle: z.string(),
      kotlin: z.string(),
      agp: z.string(),
      androidSdk: z.string(),
      java: z.string(),
    }),
    buildInstructions: z.array(z.string()),
  }),
};
