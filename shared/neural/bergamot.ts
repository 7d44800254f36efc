/** The parts of Bergamot's WebAssembly module that we use. Objects of C++ live until `delete`. */
export interface Bergamot {
  readonly AlignedMemory: new (
    bytes: number,
    alignment: number,
  ) => CppObject & { getByteArrayView(): { set(bytes: Uint8Array): void } };
  readonly AlignedMemoryList: new () => CppList<CppObject>;
  readonly BlockingService: new (options: { cacheSize: number }) => BlockingService;
  readonly TranslationModel: new (
    configuration: string,
    model: CppObject,
    shortlist: CppObject,
    vocabularies: CppObject,
    qualityModel: null,
  ) => CppObject;
  readonly VectorString: new () => CppList<string>;
  readonly VectorResponseOptions: new () => CppList<ResponseOptions>;
}

interface BlockingService {
  translate(
    model: CppObject,
    texts: CppList<string>,
    options: CppList<ResponseOptions>,
  ): CppObject & { get(index: number): CppObject & { getTranslatedText(): string } };
}

interface CppObject {
  delete(): void;
}

interface CppList<Item> extends CppObject {
  push_back(item: Item): void;
}

interface ResponseOptions {
  readonly alignment: boolean;
  readonly html: boolean;
  readonly qualityScores: boolean;
}

/** The files of one direction. One vocabulary, or two: source and target. */
export interface ModelFiles {
  readonly model: Uint8Array;
  readonly lex: Uint8Array;
  readonly vocabularies: readonly Uint8Array[];
}

export interface Model {
  /** Texts are HTML: text is escaped, and empty elements stay between the same words. */
  translate(texts: readonly string[]): string[];
  free(): void;
}

/** @throws anything that the engine throws; after that, nothing of this instance can be trusted */
export function createBergamot(module: Bergamot): { load(files: ModelFiles): Model } {
  const service = new module.BlockingService({ cacheSize: 0 });

  function copy(bytes: Uint8Array, alignment: number): CppObject {
    const memory = new module.AlignedMemory(bytes.byteLength, alignment);
    memory.getByteArrayView().set(bytes);
    return memory;
  }

  function load({ model, lex, vocabularies }: ModelFiles): Model {
    const list = new module.AlignedMemoryList();
    for (const vocabulary of vocabularies) list.push_back(copy(vocabulary, 64));
    const loaded = new module.TranslationModel(configuration, copy(model, 256), copy(lex, 64), list, null);
    return { translate: (texts) => translate(loaded, texts), free: () => loaded.delete() };
  }

  function translate(model: CppObject, texts: readonly string[]): string[] {
    const input = new module.VectorString();
    const options = new module.VectorResponseOptions();
    for (const text of texts) {
      input.push_back(text);
      options.push_back({ alignment: false, html: true, qualityScores: false });
    }
    const responses = service.translate(model, input, options);
    const translated = texts.map((_, index) => {
      const response = responses.get(index);
      const text = response.getTranslatedText();
      response.delete();
      return text;
    });
    for (const each of [responses, input, options]) each.delete();
    return translated;
  }

  return { load };
}

/** The engine's parser of HTML needs alignments. Without the shift, its WebAssembly build refuses the models. */
const configuration = [
  'beam-size: 1',
  'normalize: 1.0',
  'word-penalty: 0',
  'cpu-threads: 0',
  'gemm-precision: int8shiftAlphaAll',
  'skip-cost: true',
  'alignment: soft',
  'quiet: true',
  'quiet-translation: true',
  'max-length-break: 128',
  'mini-batch-words: 1024',
  'workspace: 128',
  'max-length-factor: 2.0',
  '',
].join('\n');

/**
 * Products of 8-bit matrices, which the module imports under the first name and exports under the second. Only
 * Firefox itself has a faster import.
 */
export function linkMatrixProducts(
  find: (name: string) => ((...words: number[]) => number) | undefined,
): Record<string, (...words: number[]) => number | undefined> {
  const names = {
    int8_prepare_a: 'int8PrepareAFallback',
    int8_prepare_b: 'int8PrepareBFallback',
    int8_prepare_b_from_transposed: 'int8PrepareBFromTransposedFallback',
    int8_prepare_b_from_quantized_transposed: 'int8PrepareBFromQuantizedTransposedFallback',
    int8_prepare_bias: 'int8PrepareBiasFallback',
    int8_multiply_and_add_bias: 'int8MultiplyAndAddBiasFallback',
    int8_select_columns_of_b: 'int8SelectColumnsOfBFallback',
  };
  return Object.fromEntries(
    Object.entries(names).map(([name, own]) => [name, (...words: number[]) => find(own)?.(...words)]),
  );
}
