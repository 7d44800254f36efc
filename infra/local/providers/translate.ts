import { type Apertium, PairMissing } from '../engines/apertium.ts';
import { EngineStopped } from '../engines/apertium-pipeline.ts';
import { detectLanguage } from '../engines/language-detector.ts';
import { maskedLanguages, maskSwearWords } from '../engines/swear-words.ts';
import type { ProviderHandler, ProviderResponse } from './server.ts';
import { AwsError, callerGone, notModelled, readJsonBody } from './wire.ts';

/**
 * Amazon Translate on Apertium: TranslateText and ListLanguages for the installed pairs, with detection
 * (`auto`) and masking in English. Refuses the rest by name.
 *
 * @param limitMs gives up below the client's limit, so that it may retry
 */
export function translateHandler(apertium: Apertium, { limitMs = 7_000 } = {}): ProviderHandler {
  return async (request, response) => {
    try {
      const action = String(request.headers['x-amz-target']).split('.').at(-1) ?? '';
      const input = await readJsonBody(request);
      const limit = AbortSignal.any([callerGone(response), AbortSignal.timeout(limitMs)]);
      answer(response, 200, await run(action, input, apertium, limit));
    } catch (error) {
      const { status, type, message, fields } = fault(error);
      answer(response, status, { __type: type, message, ...fields });
    }
  };
}

async function run(action: string, input: Input, apertium: Apertium, signal: AbortSignal): Promise<object> {
  if (action === 'TranslateText') return translateText(input, apertium, signal);
  if (action === 'ListLanguages') return listLanguages(input, apertium);
  throw notModelled(`Translate's ${action}`);
}

async function translateText(input: Input, apertium: Apertium, signal: AbortSignal) {
  refuseOthers('TranslateText', input, ['Text', 'SourceLanguageCode', 'TargetLanguageCode', 'Settings']);
  const asked = languageCode(input, 'SourceLanguageCode');
  const target = languageCode(input, 'TargetLanguageCode');
  const text = input.Text;
  if (typeof text !== 'string' || text === '')
    throw invalid('Text must be a string with at least 1 character.');
  const bytes = Buffer.byteLength(text);
  if (bytes > maxTextBytes) throw tooLarge(bytes);
  const settings = settingsOf(input, target);
  const source = asked === 'auto' ? await detect(text) : asked;
  const translate = () =>
    apertium.translate(text, source, target, signal).catch((error: unknown) => {
      throw error instanceof PairMissing ? new UnsupportedPair(source, target) : error;
    });
  // The text is already in the target language.
  const translated = asked === 'auto' && source === target ? text : await translate();
  return {
    TranslatedText: settings ? maskSwearWords(translated) : translated,
    SourceLanguageCode: source,
    TargetLanguageCode: target,
    ...(settings && { AppliedSettings: settings }),
  };
}

async function detect(text: string): Promise<string> {
  const found = await detectLanguage(text);
  if (found === undefined) throw new LowConfidence();
  return found;
}

function settingsOf({ Settings = {} }: Input, target: string): { Profanity: 'MASK' } | undefined {
  const { Profanity, ...others } = Settings as Input;
  refuseOthers('TranslateText', others, []);
  if (Profanity === undefined) return undefined;
  if (Profanity !== 'MASK') throw invalid('Profanity must be MASK.');
  if (!maskedLanguages.has(target)) throw notModelled(`Translate's Profanity in ${target}`);
  return { Profanity };
}

function listLanguages(input: Input, apertium: Apertium) {
  refuseOthers('ListLanguages', input, ['DisplayLanguageCode', 'MaxResults', 'NextToken']);
  const { DisplayLanguageCode = 'en', MaxResults = maxPage, NextToken = '0' } = input;
  if (!displayLanguages.has(String(DisplayLanguageCode))) {
    throw new AwsError(400, 'UnsupportedDisplayLanguageCodeException', 'Unknown display language.');
  }
  if (DisplayLanguageCode !== 'en') throw notModelled(`Translate's ListLanguages in ${DisplayLanguageCode}`);
  if (!isWithin(MaxResults, 1, maxPage)) throw badParameter('MaxResults must be from 1 to 500.');
  if (apertium.pairs.size === 0) throw unavailable('Apertium is not installed.');
  const codes = [...new Set([...apertium.pairs].flatMap((pair) => pair.split('>')))].sort();
  const from = Number(NextToken);
  if (!isWithin(from, 0, codes.length)) throw badParameter('NextToken is not one that was given out.');
  const next = from + MaxResults;
  return {
    DisplayLanguageCode,
    Languages: codes.slice(from, next).map((code) => ({
      LanguageCode: code,
      LanguageName: names.of(code) ?? code,
    })),
    ...(next < codes.length && { NextToken: `${next}` }),
  };
}

const maxTextBytes = 10_000;
const maxPage = 500;
const displayLanguages = new Set(['de', 'en', 'es', 'fr', 'it', 'ja', 'ko', 'pt', 'zh', 'zh-TW']);

const names = new Intl.DisplayNames('en', { type: 'language' });

function refuseOthers(action: string, input: Input, known: readonly string[]) {
  for (const [name, value] of Object.entries(input)) {
    const empty = value === null || (typeof value === 'object' && Object.keys(value).length === 0);
    if (!known.includes(name) && !empty) throw notModelled(`Translate's ${action} with ${name}`);
  }
}

function languageCode(input: Input, name: string): string {
  const code = input[name];
  if (typeof code === 'string' && code.length >= 2 && code.length <= 5) return code;
  throw invalid(`${name} must be a string of 2 to 5 characters.`);
}

function isWithin(value: unknown, least: number, most: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;
}

class UnsupportedPair extends AwsError {
  readonly fields: Readonly<Record<string, string>>;
  constructor(source: string, target: string) {
    const message = `Unsupported language pair: ${source} to ${target}.`;
    super(400, 'UnsupportedLanguagePairException', message);
    this.fields = { SourceLanguageCode: source, TargetLanguageCode: target };
  }
}

class LowConfidence extends AwsError {
  readonly fields = { DetectedLanguageCode: 'und' };
  constructor() {
    super(400, 'DetectedLanguageLowConfidenceException', 'The language of the text is not clear.');
  }
}

function invalid(message: string): AwsError {
  return new AwsError(400, 'InvalidRequestException', message);
}

function badParameter(message: string): AwsError {
  return new AwsError(400, 'InvalidParameterValueException', message);
}

function tooLarge(bytes: number): AwsError {
  const message = `Input text size exceeds limit. Max length of request text allowed is ${maxTextBytes} bytes while in this request the text size is ${bytes} bytes`;
  return new AwsError(400, 'TextSizeLimitExceededException', message);
}

function unavailable(message: string): AwsError {
  return new AwsError(500, 'ServiceUnavailableException', message);
}

/** A broken engine is the service's fault, and worth a retry. */
function fault(error: unknown): Fault {
  if (error instanceof AwsError) return error;
  if (error instanceof EngineStopped) return unavailable(error.message);
  const name = error instanceof Error ? error.name : typeof error;
  return new AwsError(500, 'InternalServerException', `The translation engine failed (${name}).`);
}

function answer(response: ProviderResponse, status: number, body: object) {
  response.writeHead(status, { 'content-type': 'application/x-amz-json-1.1' });
  response.end(JSON.stringify(body));
}

type Input = Readonly<Record<string, unknown>>;

interface Fault {
  readonly status: number;
  readonly type: string;
  readonly message: string;
  readonly fields?: Readonly<Record<string, string>>;
}
