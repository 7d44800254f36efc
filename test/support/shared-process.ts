import { vi } from 'vitest';

// The files of a worker share its process, and the packages that one of them has loaded. Our own modules are loaded
// again for each file, and nothing that a file changed in the process reaches the next one.
vi.resetModules();
vi.unstubAllGlobals();
vi.unstubAllEnvs();
vi.useRealTimers();

const shared = globalThis as { environment?: NodeJS.ProcessEnv };
shared.environment ??= { ...process.env };
for (const name of Object.keys(process.env)) if (!(name in shared.environment)) delete process.env[name];
Object.assign(process.env, shared.environment);
