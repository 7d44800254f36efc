import type { Output } from '../../../shared/api/contract.ts';
import { findLanguage, isLanguageCode, type Language, languages } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { loadPhrasebook } from '../../../shared/phrasebook/books.ts';
import { wavOf } from '../../support/audio/wav.ts';
import type { Visitor } from '../../support/people/session.ts';
import { type Check, DoesNotApply, type Group, readJson, Unexpected } from './check.ts';
import { newGuest, requireVisitor, type System } from './system.ts';

const look = 'the row in shared/languages.ts; infra/aws/RUNBOOK.md#provider';

/** One sentence by every voice. */
export const voices: Group = {
  name: 'voices',
  needs: ['payments'],
  cost: 'Polly: $0.02 for 1,000 characters',
  // Polly takes 8 requests a second, and standard voices more.
  atOnce: 3,
  listChecks: () =>
    distinct(languages, ({ polly }) => polly && `${polly.voice} ${polly.language}`).map(
      (language): Check => ({
        name: `voice ${language.polly?.voice} (${language.code})`,
        look,
        run: (system) => readAloud(system, language),
      }),
    ),
};

/** Every code of Translate, by guests: a free account has too few translations. */
export const translations: Group = {
  name: 'translate',
  cost: 'Translate: $0.02 for 1,100 characters',
  atOnce: 3,
  listChecks: () => {
    const guests = shareGuests(limits.translations.guest);
    return distinct([...languages, ...listSourceOnly()], ({ translate }) => translate).map(
      (language): Check => ({
        name: `translate ${language.translate} (${language.code})`,
        look,
        run: async (system) => translate(system, language, () => guests(system)),
      }),
    );
  },
};

/** Every code of Transcribe, with half a second of silence. Each costs a guest 15 seconds of speech. */
export const recognition: Group = {
  name: 'transcribe',
  cost: 'Transcribe: $0.25 for 42 times 15 seconds, the least that it bills',
  atOnce: 3,
  listChecks: () => {
    const guests = shareGuests(10);
    return distinct(languages, ({ transcribe }) => transcribe).map(
      (language): Check => ({
        name: `transcribe ${language.transcribe} (${language.code})`,
        look,
        run: async (system) => transcribe(system, language, () => guests(system)),
      }),
    );
  },
};

async function readAloud(system: System, { code }: Language): Promise<string> {
  requireEngine(system, 'speech', code);
  const text = await findSentence(code);
  const response = await requireVisitor(system).post('/api/speak', { text, language: code });
  if (response.status !== 200) await readJson(response);
  const audio = Buffer.from(await response.arrayBuffer());
  // A frame's first eleven bits, or the tag before the first frame.
  const isMp3 =
    audio.toString('latin1', 0, 3) === 'ID3' || (audio.length > 1 && audio.readUInt16BE(0) >= 0xffe0);
  if (!isMp3 || audio.length < minSpeechBytes)
    throw new Unexpected(`MP3 of more than ${minSpeechBytes} bytes`, `${audio.length} bytes`);
  return `${Math.round(audio.length / 1_000)} kB`;
}

/** A quarter of a second. */
const minSpeechBytes = 1_500;

async function translate(
  { engines }: System,
  language: Language,
  findGuest: () => Promise<Visitor>,
): Promise<string> {
  const [source, target] = choosePair(language);
  if (engines.translation.pairs && !engines.translation.pairs.includes(`${source}>${target}`))
    throw new DoesNotApply('no engine here');
  const text = await findSentence(source);
  const guest = await findGuest();
  const send = () => guest.post('/api/translate', { text, sourceLanguage: source, targetLanguage: target });
  const first = await send();
  // The first call of a function or an engine may take too long. It counts nothing.
  const isSlow = first.status === 504;
  const { translatedText } = await readJson<Output<'translation.translate'>>(isSlow ? await send() : first);
  if (translatedText.trim() === '' || translatedText === text)
    throw new Unexpected('a translation', `“${translatedText}”`);
  return `“${translatedText}”${isSlow ? ', at the second try' : ''}`;
}

/** The other language is English; for English, it is Spanish. Nothing is translated into Arabic or Bengali. */
function choosePair({ code, translate }: Language): [source: string, target: string] {
  if (translate === 'en') return ['es', code];
  return isLanguageCode(code) ? ['en-US', code] : [code, 'en-US'];
}

/** “Where is the train station?” */
async function findSentence(code: string): Promise<string> {
  return (await loadPhrasebook(code)).get('en-train-station')?.text ?? '';
}

async function transcribe(
  system: System,
  { code }: Language,
  findGuest: () => Promise<Visitor>,
): Promise<undefined> {
  requireEngine(system, 'recognition', code);
  const form = new FormData();
  form.set('language', code);
  form.set('audio', new Blob([wavOf(Buffer.alloc(16_000))]), 'silence.wav');
  const guest = await findGuest();
  const response = await guest.fetch('/api/transcribe-amazon', { method: 'POST', body: form });
  const { transcript } = await readJson<Output<'speech.transcribe'>>(response);
  if (transcript !== '') throw new Unexpected('no words in silence', `“${transcript}”`);
}

/** Deployments have every language; engines on one machine have a few. */
function requireEngine({ aws, engines }: System, kind: 'speech' | 'recognition', code: string): void {
  if (!aws && !engines[kind].languages.includes(code)) throw new DoesNotApply('no engine here');
}

/** A new guest after every so many calls. */
function shareGuests(callsEach: number): (system: System) => Promise<Visitor> {
  let calls = 0;
  let guest: Promise<Visitor> | undefined;
  return (system) => {
    if (!guest || calls % callsEach === 0) guest = newGuest(system);
    calls += 1;
    return guest;
  };
}

function distinct(all: readonly Language[], by: (language: Language) => string | undefined): Language[] {
  const found = new Map<string, Language>();
  for (const language of all) {
    const key = by(language);
    if (key && !found.has(key)) found.set(key, language);
  }
  return [...found.values()];
}

/** Of quick phrases. */
function listSourceOnly(): Language[] {
  return ['ar', 'bn'].flatMap((code) => findLanguage(code) ?? []);
}
