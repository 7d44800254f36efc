import { setTimeout as wait } from 'node:timers/promises';
import { wavOf } from '../../support/audio/wav.ts';
import { forgetRecogniser } from '../../support/browser/recogniser.ts';
import type { RealBrowser } from '../browsers/real-browser.ts';
import { until } from '../browsers/until.ts';
import { countWords, type Spoken } from './speaker.ts';

/** Speaks in real time into the microphone of the page, and then says nothing: silence ends the recording. */
export async function speakInPage(browser: RealBrowser, url: string, samples: Buffer): Promise<Spoken> {
  const page = await browser.open({ url: `${url}/speech-translator`, prepare: [forgetRecogniser] });
  try {
    // Firefox’s node gives nothing before its source starts, unlike a microphone; the page also takes a moment to listen.
    const speech = Buffer.concat([Buffer.alloc(bytesPerSecond), samples]);
    await page.evaluate(playIntoMicrophone, Buffer.from(wavOf(speech)).toString('base64'));
    await page.click('//button[@aria-label="Start recording"]');
    await wait((1_000 * samples.length) / bytesPerSecond);
    const heard = await until('the translation', () => page.evaluate(readHeard), maxSilenceMs);
    const problems = await page.problems();
    if (problems.length > 0) throw new Error(problems.join('\n'));
    const shown = heard.shown.map(({ at, text }) => ({ at, words: countWords(text) }));
    return { ...heard, shown, refusals: 0, sentence: '' };
  } finally {
    await page.close();
  }
}

const bytesPerSecond = 32_000;
/** Longer than any time-out of the page. */
const maxSilenceMs = 60_000;

/** Runs in the page: its microphone hears a second of silence and the speech; the words that it shows are noted. */
function playIntoMicrophone(wav: string): void {
  const watched = window as unknown as Watched;
  watched.shown = [];
  MediaDevices.prototype.getUserMedia = async () => {
    const context = new AudioContext();
    await context.resume();
    const bytes = Uint8Array.from(atob(wav), (character) => character.charCodeAt(0));
    const buffer = await context.decodeAudioData(bytes.buffer);
    const source = new AudioBufferSourceNode(context, { buffer });
    const microphone = new MediaStreamAudioDestinationNode(context);
    source.connect(microphone);
    // Chromium's sound without a device is slower than time, by seconds in minutes.
    const startedAt = context.currentTime + 1.5;
    const now = () => context.currentTime - startedAt;
    source.start(startedAt - 1);
    let most = 0;
    setInterval(() => {
      if (document.querySelector('[aria-label="Stop recording"]')) watched.listenedUntil = now();
      const text = document.querySelector('[data-testid="interim"]')?.textContent ?? '';
      if (text.length > most) watched.shown.push({ at: now(), text });
      most = Math.max(most, text.length);
      // Hidden until the text is final; its translation follows.
      const transcript = document.querySelector<HTMLTextAreaElement>('textarea:not([hidden])')?.value;
      if (!watched.final && transcript) {
        watched.final = { finishedAt: now(), transcript };
        if (transcript.length > most) watched.shown.push({ at: now(), text: transcript });
      }
      if (document.querySelector('[data-testid="translation"]')?.textContent) watched.translatedAt ??= now();
    }, 20);
    return microphone.stream;
  };
}

/** Runs in the page. */
async function readHeard() {
  const { shown, final, listenedUntil, translatedAt } = window as unknown as Watched;
  if (!final || translatedAt === undefined) return undefined;
  const { usage } = await (await fetch('/api/account')).json();
  const requests = performance.getEntriesByType('resource').map(({ name }) => name);
  const streams = requests.filter((name) => name.endsWith('/api/speech/listen')).length;
  return {
    ...final,
    listenedUntil,
    translatedAt,
    shown,
    billedSeconds: Number(usage[0]?.speechSeconds),
    streams,
  };
}

interface Watched {
  shown: { at: number; text: string }[];
  final: { finishedAt: number; transcript: string } | undefined;
  listenedUntil: number;
  translatedAt: number | undefined;
}
