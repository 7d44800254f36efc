import { inspect } from 'node:util';
import { DataFolderUnusable } from './database/store.ts';

/** One sentence for what the owner of the machine can mend; otherwise the error. @param sitePort of this Parley */
export function explainFailure(error: unknown, sitePort: number): string {
  if (error instanceof DataFolderUnusable) return error.message;
  const { code, syscall, port } = error as NodeJS.ErrnoException & { port?: number };
  if (code === 'EADDRINUSE' && port !== sitePort) {
    const user = port === sitePort + 1 ? 'the login' : 'the stand-in for Stripe';
    return `Port ${port} is taken, but ${user} needs it. Free it, or add \`-- --port N\`, where N and the next two ports are free.`;
  }
  if (code === 'EADDRINUSE') {
    return `Port ${port} is taken, perhaps by another Parley. Stop it, or add \`-- --port N\`, and \`--data DIR\` for a second Parley.`;
  }
  if (code === 'EACCES' && syscall === 'listen') {
    return 'This port needs root. Add `-- --port N`, with N above 1023.';
  }
  // Rolldown's errors have no code.
  if (/ENOSPC|No space left on device/.test(String(error))) {
    return 'The disk is full. Free some space, then start Parley again.';
  }
  return inspect(error);
}
