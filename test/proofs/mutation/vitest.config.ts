import { defineConfig } from 'vitest/config';

/** One module's tests alone, without the Parley and the site that `test/vitest.config.ts` prepares: none needs them. */
export default defineConfig({
  test: {
    // `main.ts` says which: Stryker's own list does not hold for what a module does while it is loaded.
    include: process.env.MUTATION_TESTS?.split(',') ?? [],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    restoreMocks: true,
  },
});
