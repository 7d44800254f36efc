import type { Bergamot } from '../../../shared/neural/bergamot.ts';

/**
 * The engine's interface with models of our own: the model's file is JSON, texts to translations. Other words stay.
 * The text `trap this engine` traps, and poisons the instance. `hang this engine` never ends. `count the models` counts the models in memory.
 */
export function createScriptedBergamot(): Bergamot {
  let isPoisoned = false;
  let models = 0;

  class CppObject {
    delete() {}
  }
  class List<Item> extends CppObject {
    readonly items: Item[] = [];
    push_back(item: Item) {
      this.items.push(item);
    }
  }
  class AlignedMemory extends CppObject {
    readonly bytes: Uint8Array;
    constructor(bytes: number) {
      super();
      this.bytes = new Uint8Array(bytes);
    }
    getByteArrayView() {
      return this.bytes;
    }
  }
  class TranslationModel extends CppObject {
    readonly script: Record<string, string>;
    constructor(_configuration: string, model: CppObject) {
      super();
      models += 1;
      this.script = JSON.parse(new TextDecoder().decode((model as AlignedMemory).bytes));
    }
    override delete() {
      models -= 1;
    }
  }
  class BlockingService extends CppObject {
    translate(model: CppObject, texts: CppObject) {
      const { script } = model as TranslationModel;
      const translated = (texts as List<string>).items.map((text) => translate(text, script));
      const get = (index: number) =>
        Object.assign(new CppObject(), { getTranslatedText: () => translated[index] ?? '' });
      return Object.assign(new CppObject(), { get });
    }
  }

  function translate(text: string, script: Record<string, string>): string {
    if (text === 'trap this engine') isPoisoned = true;
    if (isPoisoned) throw new Error('memory access out of bounds');
    while (text === 'hang this engine') {}
    return text === 'count the models' ? `${models}` : (script[text] ?? text);
  }

  return {
    AlignedMemory,
    AlignedMemoryList: List,
    BlockingService,
    TranslationModel,
    VectorString: List,
    VectorResponseOptions: List,
  };
}
