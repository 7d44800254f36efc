import { type Bergamot, linkMatrixProducts } from './bergamot.ts';
import { defer } from './deferred.ts';

/**
 * What Emscripten's glue reads from the global `Module` while it starts.
 *
 * @param instantiate compiles the engine's WebAssembly with these imports
 */
export function createModule(instantiate: (imports: object) => Promise<{ instance: object }>): {
  module: Glue;
  started: Promise<Bergamot>;
} {
  const { promise, resolve, reject } = defer<Bergamot>();
  const module: Glue = {
    print: () => {},
    printErr: () => {},
    instantiateWasm: (imports, accept) => {
      const wasm_gemm = linkMatrixProducts((name) => module.asm?.[name]);
      instantiate({ ...imports, wasm_gemm }).then(({ instance }) => accept(instance), reject);
      return {};
    },
    onRuntimeInitialized: () => resolve(module as unknown as Bergamot),
  };
  return { module, started: promise };
}

interface Glue {
  print(): void;
  printErr(): void;
  instantiateWasm(imports: object, accept: (instance: object) => void): object;
  onRuntimeInitialized(): void;
  /** The instance's exports, set by the glue. */
  readonly asm?: Readonly<Record<string, (...words: number[]) => number>>;
}
