import { vi } from 'vitest';

// The files of a worker share its process, and the packages that one of them has loaded. Our own modules begin again
// with each file, and nothing that a file has put in place of the platform's own outlives it.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();
