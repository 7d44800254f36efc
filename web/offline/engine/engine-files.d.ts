/** URLs, from `web/build/engine.ts`. */
declare module 'virtual:engine-files' {
  export const workerUrl: string;
  export const glueUrl: string;
  export const wasmUrl: string;
}
