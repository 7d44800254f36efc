declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** @param options `path` keeps the data in a folder; `createTableMs` is how long a table is being created */
  export default function dynalite(options: { path?: string; createTableMs?: number }): Server;
}
