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
    /** For texts in other languages. */
    wording: z.object({
      /** Of `buildInstructions`, in their order. */
      steps: z.array(z.object({ code: z.string(), command: z.optional(z.string()) })),
      values: z.object({
        java: z.string(),
        compileSdk: z.string(),
        targetSdk: z.string(),
        ndk: z.string(),
        reactNative: z.string(),
      }),
      buildMinutes: z.object({ from: z.number(), to: z.number() }),
    }),
  }),
};
