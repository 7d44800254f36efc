import * as z from 'zod/mini';
import { androidFeatures, androidSdks } from '../android.ts';

/** A whole project configuration, as text files. */
export const setup = {
  input: z.object({
    projectType: z.literal('react-native'),
    /** What the app does: each brings the permissions, queries and packages that it needs. */
    features: z.array(z.enum(androidFeatures)).check(z.minLength(1), z.maxLength(androidFeatures.length)),
    preferences: z.object({
      /** Versions that have been out for long and settings that cannot surprise, before newer and faster ones. */
      stability: z.boolean(),
      targetSdk: z.literal(androidSdks),
    }),
  }),
  output: z.object({
    /** Path in the project to the file's text. */
    configFiles: z.record(z.string(), z.string()),
    metadata: z.object({
      /** For people, as `95%`. */
      expectedSuccessRate: z.string(),
      /** For people, as `3–5 minutes`. */
      estimatedBuildTime: z.string(),
      /** For people: what it was optimised for. */
      optimizedFor: z.string(),
    }),
    versions: z.object({
      gradle: z.string(),
      kotlin: z.string(),
      agp: z.string(),
      androidSdk: z.string(),
      java: z.string(),
    }),
    /** In the order in which they are done. */
    buildInstructions: z.array(z.string()),
  }),
};
