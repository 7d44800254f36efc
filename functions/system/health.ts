import { DescribeVoicesCommand, PollyClient } from '@aws-sdk/client-polly';
import { ListTranscriptionJobsCommand, TranscribeClient } from '@aws-sdk/client-transcribe';
import { ListLanguagesCommand, TranslateClient } from '@aws-sdk/client-translate';
import { health } from '../../shared/api/system.schema.ts';
import { type Language, languages } from '../../shared/languages.ts';
import { endpoint } from '../endpoint.ts';
import { findEngineAbilities, findVariable } from '../environment.ts';
import { hasRecogniser } from '../speech/recogniser.ts';
import { hasOption } from '../translation/options.ts';

export const handler = endpoint('system.health', health, async () => {
  const [translation, recognition, speech] = await Promise.all([
    askTranslation().catch(() => down),
    askRecognition().catch(() => down),
    askSpeech().catch(() => down),
  ]);
  const engines = {
    translation: { ...translation, pairs: listPairs(), options: listOptions() },
    recognition: { ...recognition, streams: findVariable('SPEECH_STREAMS') !== 'off' },
    speech,
  };
  const up = [translation, recognition, speech].every((engine) => engine.up);
  return { status: up ? 'ok' : 'degraded', engines };
});

const down = { up: false, languages: [] as string[] };

const clientOptions = {
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1_000, requestTimeout: 3_000, throwOnRequestTimeout: true },
};
const translate = new TranslateClient(clientOptions);
const transcribe = new TranscribeClient(clientOptions);
const polly = new PollyClient({ maxAttempts: 1 });

async function askTranslation() {
  const { Languages = [] } = await translate.send(new ListLanguagesCommand({ MaxResults: 500 }));
  const known = new Set(Languages.map((each) => each.LanguageCode));
  return { up: true, languages: listCodes((language) => known.has(language.translate)) };
}

async function askRecognition() {
  await transcribe.send(new ListTranscriptionJobsCommand({ MaxResults: 1 }));
  return { up: true, languages: listCodes(hasRecogniser) };
}

async function askSpeech() {
  const abortSignal = AbortSignal.timeout(3_000);
  const known = new Set<string>();
  let NextToken: string | undefined;
  do {
    const page = await polly.send(new DescribeVoicesCommand({ NextToken }), { abortSignal });
    for (const { Id, SupportedEngines = [] } of page.Voices ?? []) {
      for (const engine of SupportedEngines) known.add(`${Id} ${engine}`);
    }
    NextToken = page.NextToken;
  } while (NextToken);
  return {
    up: true,
    languages: listCodes(({ polly }) => polly !== undefined && known.has(`${polly.voice} ${polly.engine}`)),
  };
}

/** Null where every pair can be translated, as with Amazon Translate. */
function listPairs(): string[] | null {
  const configured = findEngineAbilities('TRANSLATE_PAIRS');
  if (!configured) return null;
  const pairs = new Set(configured);
  return [...languages, detectedSource].flatMap((source) =>
    languages
      .filter(
        (target) =>
          source.translate === target.translate || pairs.has(`${source.translate}>${target.translate}`),
      )
      .map((target) => `${source.code}>${target.code}`),
  );
}

const detectedSource = { code: 'auto', translate: 'auto' };

function listOptions() {
  return {
    formality: listCodes((language) => hasOption('formality', language)),
    profanity: listCodes((language) => hasOption('profanity', language)),
    detection: findEngineAbilities('TRANSLATE_PAIRS')?.some((pair) => pair.startsWith('auto>')) ?? true,
  };
}

function listCodes(wanted: (language: Language) => boolean): string[] {
  return languages.filter(wanted).map((language) => language.code);
}
