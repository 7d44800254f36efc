import { NeuralStopped, NeuralTimedOut } from '../../../shared/neural/client.ts';
import { PairMissing } from '../engines/apertium.ts';
import { EngineStopped, EngineTimedOut } from '../engines/apertium-pipeline.ts';
import { maskedLanguages, maskSwearWords } from '../engines/swear-words.ts';
import type { Translator } from '../engines/translators.ts';
import {
  AwsError,
  abortOnDisconnect,
  notModelled,
  type ProviderHandler,
  readJsonBody,
  sendJson,
} from './wire.ts';

/** Amazon Translate on local engines, with detection, and masking in English. `limitMs` is below the client's timeout. */
export function createTranslateHandler(translator: Translator, { limitMs = 6_000 } = {}): ProviderHandler {
  return async (request, response) => {
    const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
    const input = await readJsonBody(request);
    const limit = AbortSignal.any([abortOnDisconnect(response), AbortSignal.timeout(limitMs)]);
    if (action === 'TranslateText') sendJson(response, await translateText(input, translator, limit));
    else if (action === 'ListLanguages') sendJson(response, listLanguages(input, translator));
    else throw notModelled(`Translate's ${action}`);
  };
}

async function translateText(input: Input, translator: Translator, signal: AbortSignal) {
  rejectUnknown('TranslateText', input, ['Text', 'SourceLanguageCode', 'TargetLanguageCode', 'Settings']);
  const requestedLanguage = readCode(input, 'SourceLanguageCode');
  const target = readCode(input, 'TargetLanguageCode');
  const text = input.Text;
  if (typeof text !== 'string' || text === '')
    throw invalid('Text must be a string with at least 1 character.');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) {
    const message = `Input text size exceeds limit. Max length of request text allowed is ${maxTextBytes} bytes while in this request the text size is ${bytes} bytes`;
    throw new AwsError(400, 'TextSizeLimitExceededException', message);
  }
  const settings = readSettings(input, target);
  const source = requestedLanguage === 'auto' ? await detectLanguage(text) : requestedLanguage;
  const translate = () =>
    translator.translate(text, source, target, signal).catch((error: unknown) => {
      if (error instanceof PairMissing) throw unsupportedPair(source, target);
      if (isTimeout(error)) throw late();
      throw isStop(error) ? unavailable(error.message) : error;
    });
  const translated = requestedLanguage === 'auto' && source === target ? text : await translate();
  return {
    TranslatedText: settings ? maskSwearWords(translated) : translated,
    SourceLanguageCode: source,
    TargetLanguageCode: target,
    ...(settings && { AppliedSettings: settings }),
  };
}

/** @returns ISO 639-1. eld tells Scandinavian languages apart, but not Indonesian and Malay. */
export async function detectLanguage(text: string): Promise<string> {
  const { eld } = await import('eld/small');
  const found = eld.detect(text);
  if (found.isReliable()) return found.language;
  const message = 'The language of the text is not clear.';
  throw new AwsError(400, 'DetectedLanguageLowConfidenceException', message, { DetectedLanguageCode: 'und' });
}

function readSettings({ Settings = {} }: Input, target: string): { Profanity: 'MASK' } | undefined {
  const { Profanity, ...others } = Settings as Input;
  rejectUnknown('TranslateText', others, []);
  if (Profanity === undefined) return undefined;
  if (Profanity !== 'MASK') throw invalid('Profanity must be MASK.');
  if (!maskedLanguages.has(target)) throw notModelled(`Translate's Profanity in ${target}`);
  return { Profanity };
}

function listLanguages(input: Input, { pairs }: Translator) {
  rejectUnknown('ListLanguages', input, ['MaxResults']);
  if (input.MaxResults !== 500) throw notModelled("Translate's ListLanguages in pages");
  if (pairs.size === 0) throw unavailable('No engine for translations is installed.');
  const codes = [...new Set([...pairs].flatMap((pair) => pair.split('>')))].sort();
  return {
    DisplayLanguageCode: 'en',
    Languages: codes.map((code) => ({ LanguageCode: code, LanguageName: names.of(code) ?? code })),
  };
}

const maxTextBytes = 10_000;

const names = new Intl.DisplayNames('en', { type: 'language' });

function rejectUnknown(action: string, input: Input, known: readonly string[]) {
  for (const [name, value] of Object.entries(input)) {
    const isEmpty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!known.includes(name) && !isEmpty) throw notModelled(`Translate's ${action} with ${name}`);
  }
}

function readCode(input: Input, name: string): string {
  const code = input[name];
  if (typeof code === 'string' && code.length >= 2 && code.length <= 5) return code;
  throw invalid(`${name} must be a string of 2 to 5 characters.`);
}

function unsupportedPair(source: string, target: string): AwsError {
  const message = `Unsupported language pair: ${source} to ${target}.`;
  const codes = { SourceLanguageCode: source, TargetLanguageCode: target };
  return new AwsError(400, 'UnsupportedLanguagePairException', message, codes);
}

function invalid(message: string): AwsError {
  return new AwsError(400, 'InvalidRequestException', message);
}

function isTimeout(error: unknown): boolean {
  if (error instanceof EngineTimedOut || error instanceof NeuralTimedOut) return true;
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function isStop(error: unknown): error is Error {
  return error instanceof EngineStopped || error instanceof NeuralStopped;
}

/** One of the timeouts that the SDK retries. */
function late(): AwsError {
  return new AwsError(408, 'RequestTimeoutException', 'The engine did not answer in time.');
}

function unavailable(message: string): AwsError {
  return new AwsError(500, 'ServiceUnavailableException', message);
}

type Input = Readonly<Record<string, unknown>>;
