import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import vm from 'node:vm';
import { type Bergamot, linkMatrixProducts } from '../../../../shared/neural/bergamot.ts';

/** Emscripten's glue is a script that looks for a global `Module`, and does not run as a module of Node. */
export function startEngine(): Promise<Bergamot> {
  const read = (file: string) =>
    readFileSync(fileURLToPath(import.meta.resolve(`@browsermt/bergamot-translator/worker/${file}`)));
  const { promise, resolve, reject } = Promise.withResolvers<Bergamot>();
  const module: Glue = {
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, accept) => {
      const wasm_gemm = linkMatrixProducts((name) => module.asm?.[name]);
      const bytes = read('bergamot-translator-worker.wasm');
      webAssembly
        .instantiate(bytes, { ...imports, wasm_gemm })
        .then(({ instance }) => accept(instance), reject);
      return {};
    },
    onRuntimeInitialized: () => resolve(module as unknown as Bergamot),
  };
  Object.assign(globalThis, { Module: module });
  vm.runInThisContext(read('bergamot-translator-worker.js').toString());
  return promise;
}

interface Glue {
  print(): void;
  printErr(): void;
  instantiateWasm(imports: object, accept: (instance: object) => void): object;
  onRuntimeInitialized(): void;
  /** The instance's exports, set by the glue. */
  readonly asm?: Readonly<Record<string, (...words: number[]) => number>>;
}

/** Node's types leave it out. */
const { WebAssembly: webAssembly } = globalThis as unknown as {
  WebAssembly: { instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: object }> };
};
