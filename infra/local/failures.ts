import { getSystemErrorMessage, inspect } from 'node:util';
import { DataFolderUnusable } from './database/store.ts';

/** One sentence for what the owner of the machine can mend; otherwise the error. @param sitePort of this Parley */
export function explainFailure(error: unknown, sitePort: number): string {
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
  return explainFiles(error);
}

/** The same for a command that only uses files. */
export function explainFiles(error: unknown): string {
  if (error instanceof DataFolderUnusable) return error.message;
  // Rolldown's errors have no code.
  if (/ENOSPC|No space left on device/.test(String(error))) {
    return 'The disk is full. Free some space, then try again.';
  }
  const { code, errno, path, message } = error as NodeJS.ErrnoException;
  const [, fault] = /^Build failed with \d+ errors?:([\s\S]+)/.exec(message) ?? [];
  // Rolldown's message has stacks, and shows the line of a syntax error.
  if (fault) return `The site cannot be built.${fault.replaceAll(/\n {4}at .+/g, '')}`;
  if (path && errno !== undefined && ['EACCES', 'EPERM', 'EROFS'].includes(`${code}`)) {
    return `${path} cannot be used (${getSystemErrorMessage(errno)}). Make its folder readable and writable for this user, then try again.`;
  }
  return inspect(error);
}
