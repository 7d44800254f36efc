import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { engine } from '../web/build/engine.ts';

// Each test file has another process, and most load the same packages: keep Node's compiled code.
process.env.NODE_COMPILE_CACHE ??= path.resolve(import.meta.dirname, '../.build/node');

const common = {
  root: import.meta.dirname,
  // Only what hangs: a machine with one busy core is three times slower.
  testTimeout: 120_000,
  // The first hooks wait for the builds of a new clone, which may have one core.
  hookTimeout: 600_000,
  expect: { poll: { timeout: 40_000 } },
  restoreMocks: true,
};

/** The proof `alone` gives each file a process of its own. */
const isolate = process.env.ALONE === 'on';

/** Two cores: browsers and engines are waited for most of the time. */
const waiting = { maxWorkers: 5, sequence: { groupOrder: 0 } };

/** Each worker loads and warms up the same packages, so there are no more than processors. */
const computing = { maxWorkers: 2, sequence: { groupOrder: 1 } };

/** `npm test -- --sequence.shuffle`: files in any order, which a sequencer of ours would undo. */
const isShuffled = process.argv.some((word) => word.startsWith('--sequence.shuffle'));

/** The kinds whose files take longest first, so that all workers are busy until the end. */
class LongKindsFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const kinds = ['journey', 'service', 'stack', 'component', 'house', 'unit'];
    const place = ({ project }: TestSpecification) => kinds.indexOf(project.name);
    return (await super.sort(files)).toSorted((one, other) => place(one) - place(other));
  }
}

/** One folder of `test/` for each kind: `test/README.md` says which a new test is. */
export default defineConfig({
  cacheDir: '../.build/vitest',
  test: {
    sequence: isShuffled ? {} : { sequencer: LongKindsFirst },
    root: import.meta.dirname,
    globalSetup: ['./support/parley/shared-server.ts'],
    projects: [
      // These read the repository, once for all files of a worker.
      { test: { ...common, ...computing, name: 'house', include: ['house/*.test.ts'], isolate: false } },
      // Pure modules, which share a process.
      {
        plugins: [engine()],
        test: {
          ...common,
          ...computing,
          name: 'unit',
          include: ['unit/**/*.test.ts'],
          isolate,
          setupFiles: ['./support/shared-process.ts'],
        },
      },
      {
        plugins: [engine()],
        test: {
          ...common,
          ...computing,
          name: 'component',
          include: ['component/**/*.test.tsx'],
          environment: 'jsdom',
          env: { VITE_CONTACT_ADDRESS: 'hello@parley.example' },
          isolate,
          setupFiles: ['./support/shared-process.ts', './support/component/set-up.ts'],
        },
      },
      {
        test: {
          ...common,
          ...waiting,
          name: 'service',
          include: ['service/**/*.test.ts'],
          isolate: false,
          setupFiles: ['./support/shared-process.ts'],
        },
      },
      {
        test: {
          ...common,
          ...waiting,
          name: 'stack',
          include: ['stack/*.test.ts'],
          isolate: false,
          setupFiles: ['./support/shared-process.ts'],
        },
      },
      {
        test: {
          ...common,
          ...waiting,
          name: 'journey',
          include: ['journey/**/*.test.ts'],
          // `npm run prove -- variants` runs them.
          exclude: process.env.VARIANTS === 'all' ? [] : ['journey/variants/**'],
          // The product runs in another process, so files can share this one, where Playwright is loaded.
          isolate: false,
        },
      },
      {
        test: {
          ...common,
          name: 'proofs',
          include: ['proofs/*/*.test.ts'],
          // Real audio needs a processor to itself.
          fileParallelism: false,
        },
      },
    ],
  },
});
