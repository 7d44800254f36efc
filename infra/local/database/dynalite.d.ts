declare module 'dynalite' {
  import type { Server } from 'node:http';

  /** @param options `path` keeps the data in a folder; `createTableMs` is how long creating a table takes */
  export default function dynalite(options: { path?: string; createTableMs?: number }): Server;
}
