import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type LanguageCode, SynthesizeSpeechCommand, type VoiceId } from '@aws-sdk/client-polly';
import { isInstalled } from '../../../infra/local/engines/process-group.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { findLanguage } from '../../../shared/languages.ts';
import { speak } from '../../proofs/streaming/speaker.ts';
import { DoesNotApply, type Group, readJson, Unexpected } from './check.ts';
import { newGuest, type System } from './system.ts';

/** Twenty seconds are spoken on the way that the page takes, and translated, in both directions. */
export const speech: Group = {
  name: 'speech',
  cost: 'Polly, Transcribe and Translate: $0.04 for two clips of 20 seconds',
  listChecks: () =>
    conversations.map(({ from, to, text }) => ({
      name: `20 seconds of speech, ${from} to ${to}`,
      look: 'infra/aws/RUNBOOK.md#provider; functions/speech/stream/relay.ts',
      run: (system) => converse(system, from, to, text),
    })),
};

const conversations = [
  {
    from: 'en-US',
    to: 'es',
    text:
      'Good morning. We would like to take the train to the city this afternoon. Where is the ticket office, please? ' +
      'My wife has left her red bag on the bus. Can you help us to find it? ' +
      'We need a hotel near the station for two nights. Thank you very much for your help, and have a good day.',
  },
  {
    from: 'es',
    to: 'en-US',
    text:
      'Buenos días. Nos gustaría tomar el tren a la ciudad esta tarde. ¿Dónde está la taquilla, por favor? ' +
      'Mi mujer ha olvidado su bolso rojo en el autobús. ¿Nos puede ayudar a encontrarlo? ' +
      'Necesitamos un hotel cerca de la estación para dos noches. Muchas gracias por su ayuda, y que tenga un buen día.',
  },
];

async function converse(system: System, from: string, to: string, text: string): Promise<string> {
  const { site, speed, engines, aws } = system;
  if (!engines.recognition.streams) throw new DoesNotApply('speech is sent as clips: too little concurrency');
  if (!aws && !engines.recognition.languages.includes(from)) throw new DoesNotApply('no engine here');
  const samples = aws ? await askPolly(aws, from, text) : makeSpeech(text);
  const { transcript } = await speak(site, samples, { language: from, speed });
  const remark = judgeTranscript(text, transcript);
  const guest = await newGuest(system);
  const { translatedText } = await readJson<Output<'translation.translate'>>(
    await guest.post('/api/translate', { text: transcript, sourceLanguage: from, targetLanguage: to }),
  );
  if (translatedText.trim() === '') throw new Unexpected('a translation', 'nothing');
  return remark;
}

/** @throws Unexpected unless two words of three were heard */
export function judgeTranscript(spoken: string, transcript: string): string {
  const heard = new Set(listWords(transcript));
  const wanted = new Set(listWords(spoken));
  const missing = [...wanted].filter((word) => !heard.has(word));
  const remark = `${wanted.size - missing.length} of ${wanted.size} words`;
  if (missing.length > wanted.size / 3)
    throw new Unexpected('two words of three', `${remark}: “${transcript.slice(0, 200)}”`);
  return remark;
}

function listWords(text: string): string[] {
  return text.toLowerCase().match(/\p{L}+/gu) ?? [];
}

/** 16 kHz, mono, 16-bit little-endian, as are those of `makeSpeech`. */
async function askPolly({ polly }: NonNullable<System['aws']>, code: string, text: string): Promise<Buffer> {
  const voice = findLanguage(code)?.polly;
  const { AudioStream } = await polly.send(
    new SynthesizeSpeechCommand({
      Text: text,
      OutputFormat: 'pcm',
      SampleRate: '16000',
      VoiceId: voice?.voice as VoiceId,
      Engine: voice?.engine,
      LanguageCode: voice?.language as LanguageCode,
    }),
  );
  return Buffer.from((await AudioStream?.transformToByteArray()) ?? []);
}

/** Pocketsphinx does not understand espeak-ng. */
function makeSpeech(text: string): Buffer {
  if (!isInstalled('flite')) throw new DoesNotApply('flite is not installed, which speaks the clip');
  const folder = mkdtempSync(path.join(tmpdir(), 'parley-smoke-'));
  try {
    const file = path.join(folder, 'speech.wav');
    execFileSync('flite', ['-voice', 'slt', '-t', text, '-o', file]);
    return readFileSync(file).subarray(44);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
