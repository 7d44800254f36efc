import * as z from 'zod/mini';
import { buildPeriods, buildTypes } from '../builds.ts';

const build = z.object({
  id: z.string(),
  buildId: z.string(),
  buildType: z.enum(buildTypes),
  /** A `BuildStatus`; the page shows any other word unchanged. */
  status: z.string(),
  /** Milliseconds; null for a running or aborted build. */
  duration: z.nullable(z.number()),
  /** The site and all functions, in bytes; null unless the build succeeded. */
  bundleSize: z.nullable(z.number()),
  /** In MB. */
  memoryUsage: z.nullable(z.number()),
  startTime: z.iso.datetime(),
  nodeVersion: z.nullable(z.string()),
});

export const overview = {
  input: z.object({}),
  output: z.object({
    /** Of ended builds, in milliseconds; null without any. */
    avgBuildTime: z.nullable(z.number()),
    /** Of ended builds, as a percentage, to one decimal place; null without any. */
    successRate: z.nullable(z.number()),
    totalBuilds: z.number(),
    recentBuilds: z.array(build),
  }),
};

export const metrics = {
  input: z.object({
    days: z._default(
      z.pipe(
        z.enum(buildPeriods.map(String) as [string, ...string[]], 'Choose 7, 30 or 90 days.'),
        z.transform(Number),
      ),
      7,
    ),
    buildType: z.optional(z.enum(buildTypes, 'Choose development, production or deployment.')),
  }),
  output: z.object({
    trends: z.array(
      z.object({
        date: z.iso.date(),
        buildCount: z.number(),
        avgDuration: z.nullable(z.number()),
        successRate: z.nullable(z.number()),
      }),
    ),
    recentBuilds: z.array(build),
  }),
};
