import {
  DetectedLanguageLowConfidenceException,
  InternalServerException,
  ListTerminologiesCommand,
  ServiceUnavailableException,
  TextSizeLimitExceededException,
  TranslateClient,
  TranslateTextCommand,
  type TranslateTextCommandInput,
  UnsupportedLanguagePairException,
} from '@aws-sdk/client-translate';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createApertium } from '../../../../infra/local/engines/apertium.ts';
import {
  EngineFailed,
  EngineStopped,
  EngineTimedOut,
} from '../../../../infra/local/engines/apertium-pipeline.ts';
import { maskSwearWords } from '../../../../infra/local/engines/swear-words.ts';
import type { Translator } from '../../../../infra/local/engines/translators.ts';
import { createTranslateHandler, detectLanguage } from '../../../../infra/local/providers/translate.ts';
import { NeuralStopped, NeuralTimedOut } from '../../../../shared/neural/client.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const apertium = createApertium();
// The limit has tests below; a busy machine starts a pipeline slowly.
const { client, stop } = await serve(createTranslateHandler(apertium, { limitMs: 60_000 }));
afterAll(async () => {
  await stop();
  await apertium.stop();
});

describe('TranslateText', () => {
  test('returns the text and both codes', async () => {
    expect(await translate({ Text: 'Good morning <b>Ana</b>\n\n😀' })).toMatchObject({
      TranslatedText: 'Buenos días <b>Ana</b>\n\n😀',
      SourceLanguageCode: 'en',
      TargetLanguageCode: 'es',
    });
  });

  test('accepts at most 10,000 bytes', async () => {
    const { TranslatedText } = await translate({ Text: 'é'.repeat(5_000) });
    expect(TranslatedText).toHaveLength(5_000);
    const tooMuch = translate({ Text: `${'é'.repeat(5_000)}a` });
    await expect(tooMuch).rejects.toThrow(TextSizeLimitExceededException);
    await expect(tooMuch).rejects.toThrow(/10000 bytes.* 10001 bytes/);
  });

  test('names both languages of an unknown pair', async () => {
    await expect(translate({ TargetLanguageCode: 'ja' })).rejects.toThrow(UnsupportedLanguagePairException);
    await expect(translate({ TargetLanguageCode: 'ja' })).rejects.toMatchObject({
      message: 'Unsupported language pair: en to ja.',
      SourceLanguageCode: 'en',
      TargetLanguageCode: 'ja',
    });
  });

  test('masks English swear words and reports it', async () => {
    const masked = (Text: string) =>
      translate({
        Text,
        SourceLanguageCode: 'es',
        TargetLanguageCode: 'en',
        Settings: { Profanity: 'MASK' },
      });
    expect(await masked('Esto es una mierda.')).toMatchObject({
      TranslatedText: expect.stringMatching(/^This is a \?\$#@\$\.$/),
      AppliedSettings: { Profanity: 'MASK' },
    });
    expect((await masked('La casa es roja.')).TranslatedText).toBe('The home is red.');
    expect(maskSwearWords('The fucking motherfuckers, what the fuck!')).toBe(
      'The ?$#@$ ?$#@$, what the ?$#@$!',
    );
    const innocent = 'I live in Scunthorpe: a peacock passed the class, and cocktails with chicken breasts.';
    expect(maskSwearWords(innocent)).toBe(innocent);
  });

  test.each<[sentence: string, code: string]>([
    ['Where is the train station?', 'en'],
    ['¿Dónde está el baño?', 'es'],
    ['Où est la gare ?', 'fr'],
    ['Il conto, per favore.', 'it'],
    ['Onde fica a estação?', 'pt'],
    ['On és el lavabo?', 'ca'],
    ['Unde este gara?', 'ro'],
    ['Kan du hjälpa mig?', 'sv'],
    ['Hvor meget koster det?', 'da'],
  ])('detects the language of %s', async (sentence, code) => {
    expect(await detectLanguage(sentence)).toBe(code);
  });

  test('translates from the detected language', async () => {
    expect(await translate({ Text: 'Where is the house?', SourceLanguageCode: 'auto' })).toMatchObject({
      TranslatedText: expect.stringMatching(/casa/),
      SourceLanguageCode: 'en',
    });
  });

  test('returns a text that is already in the target language', async () => {
    const Text = '¿Dónde está el baño?';
    expect(await translate({ Text, SourceLanguageCode: 'auto' })).toMatchObject({
      TranslatedText: Text,
      SourceLanguageCode: 'es',
    });
  });

  test('reports unclear languages and missing pairs', async () => {
    for (const Text of ['Hello', '12345', '🙂']) {
      await expect(translate({ Text, SourceLanguageCode: 'auto' })).rejects.toThrow(
        DetectedLanguageLowConfidenceException,
      );
    }
    const german = translate({ Text: 'Wo ist der Bahnhof?', SourceLanguageCode: 'auto' });
    await expect(german).rejects.toMatchObject({
      name: 'UnsupportedLanguagePairException',
      SourceLanguageCode: 'de',
    });
  });

  test.each([
    ['breaks', new EngineFailed('ended'), InternalServerException],
    ['is stopped', new EngineStopped(), ServiceUnavailableException],
    ['is neural, and is stopped', new NeuralStopped(), ServiceUnavailableException],
  ])('is a service failure when the engine %s', async (_, error, expected) => {
    const broken = await serve(createTranslateHandler(stub(() => Promise.reject(error))));
    onTestFinished(broken.stop);
    await expect(translate({}, broken.client)).rejects.toThrow(expected);
  });

  test.each([
    ['gives up', () => Promise.reject(new EngineTimedOut('late'))],
    ['is neural, and gives up', () => Promise.reject(new NeuralTimedOut('late'))],
    [
      'hangs',
      (signal: AbortSignal | undefined) =>
        new Promise<string>((_, reject) => {
          signal?.addEventListener('abort', () => reject(signal.reason));
        }),
    ],
  ])('is a timeout when the engine %s, which the SDK retries once', async (_, translated) => {
    let calls = 0;
    const engine = stub((signal) => {
      calls++;
      return translated(signal);
    });
    const slow = await serve(createTranslateHandler(engine, { limitMs: 50 }), 2);
    onTestFinished(slow.stop);
    await expect(translate({}, slow.client)).rejects.toMatchObject({ name: 'RequestTimeoutException' });
    expect(calls).toBe(2);
  });

  test('cancels the engine’s request when the client disconnects', async () => {
    const asked = Promise.withResolvers<void>();
    const left = Promise.withResolvers<void>();
    const slow = stub((signal) => {
      signal?.addEventListener('abort', () => left.resolve());
      asked.resolve();
      return new Promise(() => {});
    });
    const { client, stop } = await serve(createTranslateHandler(slow, { limitMs: 60_000 }));
    onTestFinished(stop);
    const caller = new AbortController();
    const call = client.send(new TranslateTextCommand(hello), { abortSignal: caller.signal });
    await asked.promise;
    caller.abort();
    await expect(call).rejects.toThrow();
    await left.promise;
  });
});

test('actions that are not modelled are refused by name', async () => {
  await expect(client.send(new ListTerminologiesCommand({}))).rejects.toMatchObject({
    name: 'NotImplementedException',
    message: "Translate's ListTerminologies is not modelled by the local system.",
  });
});

const hello = { Text: 'hello', SourceLanguageCode: 'en', TargetLanguageCode: 'es' };

function translate(input: Partial<TranslateTextCommandInput>, to: TranslateClient = client) {
  return to.send(new TranslateTextCommand({ ...hello, ...input }));
}

/** An engine with faults. */
function stub(translate: (signal: AbortSignal | undefined, text: string) => Promise<string>): Translator {
  return {
    pairs: new Set(['en>es']),
    translate: (text, _source, _target, signal) => translate(signal, text),
  };
}

async function serve(translate: ReturnType<typeof createTranslateHandler>, maxAttempts = 1) {
  const standIns = await startStandIns({ translate });
  return { ...standIns, client: new TranslateClient({ ...standIns.client('TRANSLATE'), maxAttempts }) };
}
