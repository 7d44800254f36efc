import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { buildSite, siteIsStale } from '../infra/web-build.ts';

// Each test file has a process of its own, and most load the same packages: what Node has compiled is kept.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../.build/node');

// Once, before files run side by side that would each build it.
if (await siteIsStale()) await buildSite();

const common = {
  root: import.meta.dirname,
  // Only what hangs: some take 7 s beside two others on two cores.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  // A busy machine may take seconds to open a microphone; vitest's own second is for quick units.
  expect: { poll: { timeout: 15_000 } },
  restoreMocks: true,
};

/** Somebody speaks, or is spoken to: a microphone and a loudspeaker wait for nobody. */
const inRealTime = ['dialogue', 'input-methods', 'recording', 'speaking', 'voice'].map(
  (name) => `journey/${name}.test.ts`,
);

export default defineConfig({
  cacheDir: '../.build/vitest',
  test: {
    // Two cores would wait for browsers, engines and spoken words most of the time.
    maxWorkers: 3,
    root: import.meta.dirname,
    projects: [
      {
        test: {
          ...common,
          name: 'unit',
          include: ['house/*.test.ts', 'unit/**/*.test.ts', 'stack/*.test.ts'],
          exclude: ['stack/{bundles,emitted-metrics}.test.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'system',
          include: ['service/**/*.test.ts', 'stack/emitted-metrics.test.ts', 'proofs/*/*.test.ts'],
          globalSetup: ['./support/parley/global-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'browser',
          include: ['journey/*.test.ts'],
          exclude: [...inRealTime, 'journey/*-speed.test.ts', 'journey/bundles.test.ts'],
          globalSetup: ['./support/parley/global-setup.ts'],
          // What is tested is in another process: the next file uses this one's, where Playwright is loaded.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'bundles',
          include: ['stack/bundles.test.ts', 'journey/bundles.test.ts'],
          globalSetup: ['./support/parley/bundles-setup.ts'],
        },
      },
      {
        test: {
          ...common,
          name: 'voice',
          include: inRealTime,
          globalSetup: ['./support/parley/global-setup.ts'],
          isolate: false,
          // When the others are done: where they leave no processor, sentences are misheard and recognisers take too long.
          sequence: { groupOrder: 1 },
          maxWorkers: 2,
        },
      },
      {
        test: {
          ...common,
          name: 'speed',
          include: ['journey/*-speed.test.ts'],
          // Alone: beside others it would time their work as well.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
