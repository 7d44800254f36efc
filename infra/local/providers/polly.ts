import { languages } from '../../../shared/languages.ts';
import type { Espeak } from '../engines/espeak.ts';
import {
  AwsError,
  abortOnDisconnect,
  notModelled,
  type ProviderHandler,
  type ProviderRequest,
  type ProviderResponse,
  readJsonBody,
  sendJson,
} from './wire.ts';

/** Amazon Polly on espeak-ng: plain text to MP3 or word marks, and DescribeVoices for our language table. */
export function createPollyHandler(espeak: Espeak, { voicesPerPage = 100 } = {}): ProviderHandler {
  return async (request, response) => {
    if (!espeak.isAvailable)
      throw new AwsError(503, 'ServiceFailureException', 'espeak-ng is not installed.');
    const { pathname, searchParams: query } = new URL(request.url ?? '', 'http://polly');
    const call = `${request.method} ${pathname}`;
    if (call === 'GET /v1/voices') sendJson(response, await describeVoices(espeak, query, voicesPerPage));
    else if (call === 'POST /v1/speech') await synthesizeSpeech(espeak, request, response);
    else throw notModelled(`Polly’s ${call}`);
  };
}

async function describeVoices(espeak: Espeak, query: URLSearchParams, perPage: number): Promise<object> {
  const extra = [...query.keys()].find((name) => name !== 'NextToken');
  if (extra) throw notModelled(`Polly’s DescribeVoices with ${extra}`);
  const voices = [...(await listLocalVoices(espeak)).values()];
  const from = Number(query.get('NextToken') ?? 0);
  return {
    Voices: voices.slice(from, from + perPage).map(({ id, engine, languages: [first, ...others] }) => ({
      Id: id,
      Name: id,
      LanguageCode: first,
      AdditionalLanguageCodes: others,
      SupportedEngines: [engine],
    })),
    ...(from + perPage < voices.length && { NextToken: `${from + perPage}` }),
  };
}

async function synthesizeSpeech(
  espeak: Espeak,
  request: ProviderRequest,
  response: ProviderResponse,
): Promise<void> {
  const speech = readInput(await readJsonBody(request), await listLocalVoices(espeak));
  const audio = await espeak
    .speak(speech.text, speech.espeakVoice, speech.sampleRateHertz, abortOnDisconnect(response))
    .catch(throwEngineFailure);
  response.writeHead(200, {
    'content-type': speech.wantsMarks ? 'application/x-json-stream' : 'audio/mpeg',
    'x-amzn-requestcharacters': `${speech.text.length}`,
  });
  response.end(
    speech.wantsMarks ? estimateMarks(speech.text, speech.language, audio.length / bytesPerMs) : audio,
  );
}

/** espeak-ng has no word timings, so all characters count as equally long. */
function estimateMarks(text: string, language: string, lengthMs: number): string {
  const words = [...new Intl.Segmenter(language, { granularity: 'word' }).segment(text)];
  return words
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment: value, index }) => {
      const start = Buffer.byteLength(text.slice(0, index));
      const time = Math.round((lengthMs * index) / text.length);
      return JSON.stringify({ time, type: 'word', start, end: start + Buffer.byteLength(value), value });
    })
    .map((line) => `${line}\n`)
    .join('');
}

/** 48 kbit/s. */
const bytesPerMs = 6;

function readInput(input: Record<string, unknown>, voices: ReadonlyMap<string, LocalVoice>) {
  const {
    Text,
    VoiceId,
    OutputFormat,
    Engine = 'standard',
    LanguageCode,
    SpeechMarkTypes = [],
    ...others
  } = input;
  const [other] = Object.keys(others);
  if (other) throw notModelled(`Polly’s SynthesizeSpeech with ${other}`);
  const wantsMarks = readFormat(OutputFormat, SpeechMarkTypes);
  if (typeof Text !== 'string' || typeof Engine !== 'string') throw invalid('text');
  const voice = voices.get(String(VoiceId));
  if (!voice) throw invalid('voiceId');
  if (Text.length > 3_000)
    throw refuse('TextLengthExceededException', 'Maximum text length has been exceeded');
  if (Engine !== voice.engine)
    throw refuse('EngineNotSupportedException', 'This voice does not support the selected engine.');
  const language = typeof LanguageCode === 'string' ? LanguageCode : (voice.languages[0] ?? '');
  const espeakVoice = voice.espeakVoices.get(language);
  if (espeakVoice === undefined)
    throw refuse('LanguageNotSupportedException', 'This voice does not support the language.');
  return { text: Text, language, espeakVoice, sampleRateHertz: sampleRates[voice.engine], wantsMarks };
}

/** Polly sends marks only as JSON, and JSON only for marks. @returns whether marks are wanted */
function readFormat(format: unknown, types: unknown): boolean {
  const wanted = JSON.stringify(types);
  if (format === 'mp3') {
    if (wanted === '[]') return false;
    throw refuse('MarksNotSupportedForFormatException', 'Speech marks need the JSON format.');
  }
  if (format !== 'json') throw notModelled('Polly’s SynthesizeSpeech with any OutputFormat but mp3 and json');
  if (wanted !== '["word"]') throw notModelled('Polly’s SynthesizeSpeech with any SpeechMarkTypes but word');
  return true;
}

const sampleRates = { standard: 22_050, neural: 24_000 };

function invalid(field: string): AwsError {
  const message = `1 validation error detected: Value at '${field}' failed to satisfy constraint`;
  return refuse('ValidationException', message);
}

function refuse(type: string, message: string): AwsError {
  return new AwsError(400, type, message);
}

async function listLocalVoices(espeak: Espeak): Promise<ReadonlyMap<string, LocalVoice>> {
  const known = await espeak.listVoices().catch(throwEngineFailure);
  const voices = new Map<string, LocalVoice>();
  for (const { polly } of languages) {
    const espeakVoice = polly && findEspeakVoice(polly.language, known);
    if (!espeakVoice) continue;
    const { voice: id, engine, language } = polly;
    const espeakVoices = new Map([...(voices.get(id)?.espeakVoices ?? []), [language, espeakVoice]]);
    voices.set(id, { id, engine, languages: [...espeakVoices.keys()], espeakVoices });
  }
  return voices;
}

function findEspeakVoice(pollyLanguage: string, known: ReadonlySet<string>): string | undefined {
  const [base = ''] = pollyLanguage.split('-');
  return [espeakNames[pollyLanguage], pollyLanguage.toLowerCase(), base, espeakNames[base]].find(
    (name) => name !== undefined && known.has(name),
  );
}

const espeakNames: Readonly<Record<string, string>> = { 'es-MX': 'es-419', en: 'en-gb', fr: 'fr-fr' };

function throwEngineFailure(): never {
  throw new AwsError(500, 'ServiceFailureException', 'The speech engine failed.');
}

interface LocalVoice {
  readonly id: string;
  readonly engine: 'neural' | 'standard';
  readonly languages: readonly string[];
  readonly espeakVoices: ReadonlyMap<string, string>;
}
