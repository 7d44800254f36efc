import { languages } from '../../../shared/languages.ts';
import type { Espeak } from '../engines/espeak.ts';
import type { ProviderHandler, ProviderRequest, ProviderResponse } from './server.ts';
import { AwsError, callerGone, notModelled, readJsonBody } from './wire.ts';

/**
 * Amazon Polly on espeak-ng: SynthesizeSpeech of plain text to MP3 or to the marks of its words, and
 * DescribeVoices for our language table.
 */
export function pollyHandler(espeak: Espeak, { voicesPerPage = 100 } = {}): ProviderHandler {
  return async (request, response) => {
    try {
      const url = new URL(request.url ?? '', 'http://polly');
      if (!espeak.available)
        throw new AwsError(503, 'ServiceFailureException', 'espeak-ng is not installed.');
      if (request.method === 'GET' && url.pathname === '/v1/voices') {
        await describeVoices(espeak, url.searchParams, voicesPerPage, response);
      } else if (request.method === 'POST' && url.pathname === '/v1/speech') {
        await synthesizeSpeech(espeak, request, response);
      } else {
        throw notModelled(`Polly’s ${request.method} ${url.pathname}`);
      }
    } catch (error) {
      answerError(response, error);
    }
  };
}

async function describeVoices(
  espeak: Espeak,
  query: URLSearchParams,
  perPage: number,
  response: ProviderResponse,
): Promise<void> {
  for (const name of query.keys()) {
    if (!describeParameters.has(name)) throw notModelled(`Polly’s DescribeVoices with ${name}`);
  }
  const engine = query.get('Engine');
  const language = query.get('LanguageCode');
  const additional = query.get('IncludeAdditionalLanguageCodes') === 'true';
  const wanted = [...(await localVoices(espeak)).values()].filter(
    (voice) =>
      (!engine || voice.engine === engine) &&
      (!language || voice.languages.slice(0, additional ? undefined : 1).includes(language)),
  );
  const from = Number(query.get('NextToken') ?? 0);
  if (!Number.isInteger(from) || from < 0 || from > wanted.length) {
    throw new AwsError(400, 'InvalidNextTokenException', 'The NextToken is invalid.');
  }
  const body = JSON.stringify({
    Voices: wanted.slice(from, from + perPage).map((voice) => ({
      Id: voice.id,
      Name: voice.id,
      LanguageCode: voice.languages[0],
      AdditionalLanguageCodes: voice.languages.slice(1),
      SupportedEngines: [voice.engine],
    })),
    ...(from + perPage < wanted.length && { NextToken: `${from + perPage}` }),
  });
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(body);
}

const describeParameters = new Set(['Engine', 'LanguageCode', 'IncludeAdditionalLanguageCodes', 'NextToken']);

async function synthesizeSpeech(
  espeak: Espeak,
  request: ProviderRequest,
  response: ProviderResponse,
): Promise<void> {
  const order = readOrder(await readJsonBody(request), await localVoices(espeak));
  const audio = await espeak.speak(
    order.text,
    order.espeakVoice,
    order.sampleRateHertz,
    callerGone(response),
  );
  response.writeHead(200, {
    'content-type': order.isMarks ? 'application/x-json-stream' : 'audio/mpeg',
    'x-amzn-requestcharacters': `${order.text.length}`,
  });
  response.end(order.isMarks ? estimateMarks(order.text, order.language, audio.length / bytesPerMs) : audio);
}

/** espeak-ng tells no times of words: each begins where its letters would, if all took equally long. */
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

/** Of the MP3, which has 48 kbit/s. */
const bytesPerMs = 6;

function readOrder(input: Record<string, unknown>, voices: ReadonlyMap<string, LocalVoice>) {
  for (const name of Object.keys(input)) {
    if (!speechFields.has(name)) throw notModelled(`Polly’s SynthesizeSpeech with ${name}`);
  }
  const {
    Text,
    VoiceId,
    OutputFormat,
    Engine = 'standard',
    TextType = 'text',
    LanguageCode,
    SampleRate,
    SpeechMarkTypes = [],
  } = input;
  const isMarks = readsMarks(OutputFormat, SpeechMarkTypes);
  if (TextType !== 'text') throw notModelled('Polly’s SynthesizeSpeech with any TextType but text');
  if (typeof Text !== 'string' || typeof Engine !== 'string') throw invalid('text');
  const voice = voices.get(String(VoiceId));
  if (!voice) throw invalid('voiceId');
  if (Text.length > 3_000) {
    throw new AwsError(400, 'TextLengthExceededException', 'Maximum text length has been exceeded');
  }
  if (Engine !== voice.engine) {
    throw new AwsError(
      400,
      'EngineNotSupportedException',
      'This voice does not support the selected engine.',
    );
  }
  const language = LanguageCode === undefined ? voice.languages[0] : String(LanguageCode);
  if (language === undefined || !voice.languages.includes(language)) {
    throw new AwsError(400, 'LanguageNotSupportedException', 'This voice does not support the language.');
  }
  const sampleRate = SampleRate === undefined ? defaultRate[voice.engine] : String(SampleRate);
  if (!sampleRates.has(sampleRate)) {
    throw new AwsError(400, 'InvalidSampleRateException', 'The sample rate is not valid for mp3.');
  }
  const espeakVoice = voice.espeakVoices.get(language);
  if (espeakVoice === undefined) throw invalid('languageCode');
  return { text: Text, language, espeakVoice, sampleRateHertz: Number(sampleRate), isMarks };
}

/** Marks come as JSON only, and JSON has nothing else. */
function readsMarks(format: unknown, types: unknown): boolean {
  const wanted = JSON.stringify(types);
  if (format === 'mp3') {
    if (wanted === '[]') return false;
    throw new AwsError(400, 'MarksNotSupportedForFormatException', 'Speech marks need the JSON format.');
  }
  if (format !== 'json') throw notModelled('Polly’s SynthesizeSpeech with any OutputFormat but mp3 and json');
  if (wanted !== '["word"]') throw notModelled('Polly’s SynthesizeSpeech with any SpeechMarkTypes but word');
  return true;
}

const speechFields = new Set([
  'Text',
  'VoiceId',
  'OutputFormat',
  'Engine',
  'TextType',
  'LanguageCode',
  'SampleRate',
  'SpeechMarkTypes',
]);
const sampleRates = new Set(['8000', '16000', '22050', '24000']);
const defaultRate = { standard: '22050', neural: '24000' };

function invalid(field: string): AwsError {
  return new AwsError(
    400,
    'ValidationException',
    `1 validation error detected: Value at '${field}' failed to satisfy constraint`,
  );
}

/** Our voices by Polly's id; a bilingual voice has both languages. */
async function localVoices(espeak: Espeak): Promise<ReadonlyMap<string, LocalVoice>> {
  const known = await espeak.voices();
  const voices = new Map<string, LocalVoice>();
  for (const { polly } of languages) {
    const espeakVoice = polly && espeakVoiceFor(polly.language, known);
    if (!espeakVoice) continue;
    const { voice: id, engine, language } = polly;
    const espeakVoices = new Map([...(voices.get(id)?.espeakVoices ?? []), [language, espeakVoice]]);
    voices.set(id, { id, engine, languages: [...espeakVoices.keys()], espeakVoices });
  }
  return voices;
}

function espeakVoiceFor(pollyLanguage: string, known: ReadonlySet<string>): string | undefined {
  const [base = ''] = pollyLanguage.split('-');
  return [nearest[pollyLanguage], pollyLanguage.toLowerCase(), base, nearest[base]].find(
    (name) => name !== undefined && known.has(name),
  );
}

const nearest: Readonly<Record<string, string>> = { 'es-MX': 'es-419', en: 'en-gb', fr: 'fr-fr' };

function answerError(response: ProviderResponse, error: unknown): void {
  const fault =
    error instanceof AwsError
      ? error
      : new AwsError(500, 'ServiceFailureException', 'The speech engine failed.');
  response.writeHead(fault.status, { 'content-type': 'application/json', 'x-amzn-errortype': fault.type });
  response.end(JSON.stringify({ message: fault.message }));
}

interface LocalVoice {
  readonly id: string;
  readonly engine: 'neural' | 'standard';
  readonly languages: readonly string[];
  /** Polly’s language code to espeak's voice. */
  readonly espeakVoices: ReadonlyMap<string, string>;
}
