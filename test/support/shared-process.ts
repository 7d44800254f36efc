import { vi } from 'vitest';

// The files of a worker share its process and loaded packages. Our modules are loaded
// again for each file, and its changes to the process are reverted.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

const shared = globalThis as { environment?: NodeJS.ProcessEnv };
shared.environment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.environment)) delete process.env[name];
Object.assign(process.env, shared.environment);
