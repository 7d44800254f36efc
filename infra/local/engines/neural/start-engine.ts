import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import type { Bergamot } from '../../../../shared/neural/bergamot.ts';
import { createModule } from '../../../../shared/neural/glue.ts';

/** Emscripten's glue is a script that looks for a global `Module`, and does not run as a module of Node. */
export function startEngine(): Promise<Bergamot> {
  const read = (file: string) =>
    readFileSync(fileURLToPath(import.meta.resolve(`@browsermt/bergamot-translator/worker/${file}`)));
  const { module, started } = createModule((imports) =>
    webAssembly.instantiate(read('bergamot-translator-worker.wasm'), imports),
  );
  Object.assign(globalThis, { Module: module });
  vm.runInThisContext(read('bergamot-translator-worker.js').toString());
  return started;
}

/** Node's types leave it out. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }> };
};
