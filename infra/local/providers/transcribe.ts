import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { setTimeout as wait } from 'node:timers/promises';
import { EventStreamCodec } from '@smithy/core/event-streams';
import { fromUtf8, toUtf8 } from '@smithy/core/serde';
import type { Ffmpeg } from '../engines/ffmpeg.ts';
import type { Pocketsphinx, Utterance } from '../engines/pocketsphinx.ts';
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

/** Transcribe streaming of PCM on pocketsphinx: in real time if `isPaced`, with partial results and a quota. */
export function createStreamingHandler(
  pocketsphinx: Pocketsphinx,
  ffmpeg: Ffmpeg,
  {
    isPaced = true,
    quota = 25,
    idleMs = 15_000,
  }: { isPaced?: boolean; quota?: number; idleMs?: number } = {},
): ProviderHandler {
  let streams = 0;
  return async (request, response) => {
    let isCounted = false;
    try {
      const settings = readSettings(request, pocketsphinx, ffmpeg);
      if (streams >= quota) throw limitExceeded('You have reached the limit of concurrent streams.');
      streams += 1;
      isCounted = true;
      response.writeHead(200, { 'content-type': 'application/vnd.amazon.eventstream' });
      const signal = abortOnDisconnect(response);
      const events = readAudio(request, settings, idleMs);
      const audio = isPaced ? pace(events, settings.sampleRateHertz) : events;
      const samples = settings.sampleRateHertz === 16_000 ? audio : resample(audio, settings, ffmpeg, signal);
      const buildResult = createResultBuilder(settings);
      const report = (utterance: Utterance) =>
        response.write(encodeFrame(resultHeaders, { Transcript: { Results: [buildResult(utterance)] } }));
      await pocketsphinx.recognise(samples, report, signal);
      response.end();
    } catch (error) {
      if (!response.headersSent) throw error;
      endWithError(response, error);
    } finally {
      if (isCounted) streams -= 1;
    }
  };
}

/** Amazon Transcribe except streaming: ListTranscriptionJobs, which finds none. */
export function createTranscribeHandler(pocketsphinx: Pocketsphinx): ProviderHandler {
  return async (request, response) => {
    const operation = String(request.headers['x-amz-target']).replace(/^.*Transcribe\./, '');
    await readJsonBody(request);
    if (operation !== 'ListTranscriptionJobs') throw notModelled(`Transcribe’s ${operation}`);
    if (!pocketsphinx.isAvailable) {
      throw new AwsError(500, 'InternalFailureException', 'pocketsphinx is not installed.');
    }
    sendJson(response, { TranscriptionJobSummaries: [] });
  };
}

/** The service recognises as fast as people speak, even if all the audio has already arrived. */
async function* pace(audio: AsyncIterable<Uint8Array>, sampleRateHertz: number): AsyncGenerator<Uint8Array> {
  let recognisedAt = 0;
  for await (const samples of audio) {
    const seconds = samples.length / 2 / sampleRateHertz;
    recognisedAt = Math.max(recognisedAt, performance.now()) + seconds * 1_000;
    await wait(Math.max(0, recognisedAt - performance.now()));
    yield samples;
  }
}

/** Only clips use other rates, so the whole audio can be converted at once. */
async function* resample(
  audio: AsyncIterable<Uint8Array>,
  { sampleRateHertz }: { sampleRateHertz: number },
  ffmpeg: Ffmpeg,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
  yield await ffmpeg.resample(await buffer(audio), sampleRateHertz, signal);
}

function readSettings({ method, url, headers }: ProviderRequest, pocketsphinx: Pocketsphinx, ffmpeg: Ffmpeg) {
  if (method !== 'POST' || url !== '/stream-transcription') {
    throw notModelled(`Transcribe streaming’s ${method} ${url}`);
  }
  const option = (name: string) => headers[`x-amzn-transcribe-${name}`];
  const extra = Object.keys(headers).find(
    (name) => name.startsWith(optionPrefix) && !modelledOptions.has(name.slice(optionPrefix.length)),
  );
  if (extra) throw notModelled(`Transcribe streaming with the header ${extra}`);
  if (!pocketsphinx.isAvailable || !ffmpeg.isAvailable) {
    throw new AwsError(503, 'ServiceUnavailableException', 'pocketsphinx or ffmpeg is not installed.');
  }
  const language = String(option('language-code'));
  if (!pocketsphinx.languages.includes(language)) {
    const known = pocketsphinx.languages.join(', ');
    throw badRequest(
      `1 validation error detected: Value at 'languageCode' failed to satisfy constraint: Member must satisfy enum value set: [${known}]`,
    );
  }
  const sampleRateHertz = Number(option('sample-rate'));
  if (!(sampleRateHertz >= 8_000 && sampleRateHertz <= 48_000)) {
    throw badRequest("Value at 'mediaSampleRateHertz' must be between 8000 and 48000.");
  }
  if (option('media-encoding') !== 'pcm')
    throw notModelled('Transcribe streaming with any media encoding but pcm');
  const isStabilized = option('enable-partial-results-stabilization') === 'true';
  return { sampleRateHertz, isStabilized };
}

const optionPrefix = 'x-amzn-transcribe-';
const modelledOptions = new Set([
  'language-code',
  'sample-rate',
  'media-encoding',
  'enable-partial-results-stabilization',
  'partial-results-stability',
]);

/** An event holds at most a second; the audio ends with an empty envelope or the end of the stream. */
async function* readAudio(
  request: ProviderRequest,
  { sampleRateHertz }: { sampleRateHertz: number },
  idleMs: number,
): AsyncGenerator<Uint8Array> {
  let bytes = 0;
  for await (const envelope of failWhenIdle(readFrames(request), idleMs)) {
    const { body } = codec.decode(envelope);
    if (body.length === 0) break;
    const event = codec.decode(body);
    if (event.headers[':event-type']?.value !== 'AudioEvent') {
      throw notModelled('Transcribe streaming’s events other than AudioEvent');
    }
    bytes += event.body.length;
    if (event.body.length > 2 * sampleRateHertz) {
      throw badRequest('Your stream is too big. Reduce the frame size and try your request again.');
    }
    if (bytes > maxAudioBytes) throw limitExceeded('The audio is too long.');
    yield event.body;
  }
}

const maxAudioBytes = 16 * 1024 * 1024;

async function* failWhenIdle<Value>(values: AsyncGenerator<Value>, idleMs: number): AsyncGenerator<Value> {
  for (;;) {
    const idle = Promise.withResolvers<never>();
    const timer = setTimeout(() => idle.reject(badRequest(idleMessage)), idleMs);
    const { done, value } = await Promise.race([values.next(), idle.promise]).finally(() =>
      clearTimeout(timer),
    );
    if (done) return;
    yield value;
  }
}

const idleMessage = 'Your request timed out because no new audio was received for 15 seconds.';

/** Frames begin with their length in 4 bytes, big-endian. */
async function* readFrames(request: ProviderRequest): AsyncGenerator<Buffer> {
  let buffered = Buffer.alloc(0);
  for await (const chunk of request as AsyncIterable<Buffer>) {
    buffered = Buffer.concat([buffered, chunk]);
    while (buffered.length >= 4 && buffered.length >= readFrameLength(buffered)) {
      const length = readFrameLength(buffered);
      yield buffered.subarray(0, length);
      buffered = buffered.subarray(length);
    }
  }
}

/** At least an empty frame's 16 bytes, at most the encoding's maximum. */
function readFrameLength(buffered: Buffer): number {
  const length = buffered.readUInt32BE(0);
  if (length < 16 || length > 16 * 1024 * 1024) throw badRequest('The event stream is damaged.');
  return length;
}

/** Results of one utterance share an id. If stabilised, words unchanged since the last partial result are stable. */
function createResultBuilder({ isStabilized }: { isStabilized: boolean }) {
  let ResultId = randomUUID();
  let before: readonly string[] = [];
  return ({ words, isPartial }: Utterance) => {
    const result = {
      ResultId,
      StartTime: words[0]?.start,
      EndTime: words.at(-1)?.end,
      IsPartial: isPartial,
      ChannelId: 'ch_0',
      Alternatives: [
        {
          Transcript: words.map(({ text }) => text).join(' '),
          Items: words.map(({ text, start, end, confidence }, index) => ({
            Content: text,
            Type: 'pronunciation',
            StartTime: start,
            EndTime: end,
            ...(!isPartial && { Confidence: confidence }),
            ...(isStabilized && { Stable: !isPartial || before[index] === text }),
            VocabularyFilterMatch: false,
          })),
        },
      ],
    };
    before = isPartial ? words.map(({ text }) => text) : [];
    if (!isPartial) ResultId = randomUUID();
    return result;
  };
}

const codec = new EventStreamCodec(toUtf8, fromUtf8);

const resultHeaders = { ':message-type': 'event', ':event-type': 'TranscriptEvent' };

function encodeFrame(headers: Record<string, string>, body: object): Uint8Array {
  const all = { ...headers, ':content-type': 'application/json' };
  return codec.encode({
    headers: Object.fromEntries(
      Object.entries(all).map(([name, value]) => [name, { type: 'string' as const, value }]),
    ),
    body: fromUtf8(JSON.stringify(body)),
  });
}

function badRequest(message: string): AwsError {
  return new AwsError(400, 'BadRequestException', message);
}

function limitExceeded(message: string): AwsError {
  return new AwsError(429, 'LimitExceededException', message);
}

/** Ends the stream with an exception event. */
function endWithError(response: ProviderResponse, error: unknown): void {
  const failure = new AwsError(500, 'InternalFailureException', 'The speech engine failed.');
  const { type, message } = error instanceof AwsError ? error : failure;
  response.end(encodeFrame({ ':message-type': 'exception', ':exception-type': type }, { Message: message }));
}
