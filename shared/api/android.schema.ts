import * as z from 'zod/mini';

export const setup = {
  input: z.object({
    projectType: z.literal('react-native'),
    features: z.tuple([
      z.literal('translation'),
      z.literal('speech-recognition'),
      z.literal('text-to-speech'),
    ]),
    preferences: z.object({ stability: z.literal(true), targetSdk: z.literal(34) }),
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
