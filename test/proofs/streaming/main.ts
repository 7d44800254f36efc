import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../infra/local/providers/transcribe.ts';
import type { Ceilings } from '../../../shared/ceilings.ts';
import type { BrowserId } from '../../../web/speech/browser.ts';
import { findBrowserProfile } from '../../../web/speech/recognition-profiles.ts';
import { scriptedRecogniser, spells, spoken } from '../../support/audio/scripted-recogniser.ts';
import { withoutEngines } from '../../support/parley/instant-engines.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';
import { startParley } from '../../support/parley/system.ts';
import { chromium, firefox } from '../browsers/puppeteer.ts';
import { startSound } from '../browsers/sound.ts';
import { type Part, quantile } from '../proof.ts';
import { type Clip, countMissing, makeClip } from './clips.ts';
import { speakInPage } from './page.ts';
import { type Spoken, speak } from './speaker.ts';

/**
 * Speech at the pace of speech, by streams. `clips` are seconds; those of up to half a minute are spoken `times`.
 * `browser` is `chromium` or `firefox`; without it, the machine of the page runs here.
 */
export const flags = { clips: '3,10,25,60,180', times: 3, speakers: 25, quota: 10, browser: '' };

export async function* prove(given: typeof flags): AsyncGenerator<Part> {
  const { clips, times, speakers, quota } = given;
  const made: Clip[] = [];
  for (const seconds of clips.split(',').map(Number)) made.push(await makeClip(seconds));
  const parley = await startParley({ flags: ['--data', 'memory', '--pace', 'speech'], env: roomy });
  const speaker = await startSpeaker(given.browser);
  try {
    // The first one loads the recogniser.
    await speak(parley.url, made[0]?.samples ?? Buffer.alloc(0));
    for (const clip of made) {
      const say = () => speaker.speak(parley.url, clip.samples);
      yield await proveClip(clip, clip.seconds <= 30 ? times : 1, speaker.silenceSeconds, say);
    }
  } finally {
    await speaker.stop();
    await parley.stop();
  }
  yield await proveCrowd(speakers, quota);
}

async function startSpeaker(browser: string) {
  if (browser === '') return { speak, silenceSeconds: 0, stop: async () => {} };
  const driven = browsers[browser];
  if (!driven) throw new Error(`There is no browser "${browser}".`);
  const { silenceTimeoutMs } = findBrowserProfile({ ...anyDevice, id: driven.id }).recognition;
  const folder = await mkdtemp(path.join(tmpdir(), 'parley-streaming-'));
  const env = { ...process.env, HOME: folder, XDG_RUNTIME_DIR: folder };
  // Firefox plays into a microphone only if it has speakers.
  const sound = await startSound(folder, env);
  const real = driven.open({ ...env, ...sound.env });
  return {
    silenceSeconds: silenceTimeoutMs / 1_000,
    speak: (url: string, samples: Buffer) => speakInPage(real, url, samples),
    async stop() {
      await sound.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

const anyDevice = { device: 'desktop', isChrome: false, isInstalled: false } as const;

const browsers: Readonly<Record<string, { readonly open: typeof chromium; readonly id: BrowserId }>> = {
  chromium: { open: chromium, id: 'desktop-chrome' },
  firefox: { open: firefox, id: 'firefox' },
};

async function proveClip(
  clip: Clip,
  times: number,
  silenceSeconds: number,
  say: () => Promise<Spoken>,
): Promise<Part> {
  const wanted = clip.words.map(({ text }) => text);
  const end = clip.words.at(-1)?.end ?? 0;
  const runs: Spoken[] = [];
  for (let run = 0; run < times; run += 1) runs.push(await say());
  const finals = runs.map(({ finishedAt }) => finishedAt - end);
  const inPage = runs.flatMap(({ listenedUntil = end, translatedAt }) =>
    translatedAt === undefined ? [] : { silence: listenedUntil - end, rest: translatedAt - listenedUntil },
  );
  const translations = inPage.map(({ silence, rest }) => silence + rest);
  const maxTranslationSeconds = silenceSeconds + 1;
  // In a page, the final text follows the silence timeout.
  const spokenFinals = translations.length > 0 ? [0] : finals;
  const lags = runs.flatMap(({ shown }) =>
    shown.map(({ at, words }) => at - (clip.words[words - 1]?.end ?? at)),
  );
  const lost = runs.map(({ transcript }) => countMissing(wanted, transcript.split(' ')));
  const doubled = runs.map(({ transcript }) => countMissing(transcript.split(' '), wanted));
  const figures = {
    'last word to final text': describe(finals),
    ...(translations.length > 0 && {
      'last word to translation': describe(translations),
      'of it until it stopped listening': describe(inPage.map(({ silence }) => silence)),
      'of it after that': describe(inPage.map(({ rest }) => rest)),
    }),
    'lag of words': describe(lags),
    words: wanted.length,
    'words lost': lost.join(', '),
    'words added': doubled.join(', '),
    streams: runs.map(({ streams }) => streams).join(', '),
    'spoken seconds': (clip.samples.length / 32_000).toFixed(1),
    'billed seconds': runs.map(({ billedSeconds }) => billedSeconds).join(', '),
  };
  const findings = [
    ...(translations.length > 0 && quantile(translations, 0.5) > maxTranslationSeconds
      ? [`The translation of ${clip.seconds} s takes more than ${maxTranslationSeconds} s`]
      : []),
    ...(quantile(spokenFinals, 0.5) > 1 ? [`The final text of ${clip.seconds} s takes more than 1 s`] : []),
    ...(quantile(spokenFinals, 0.95) > 1.5 ? [`The final text of ${clip.seconds} s takes up to 1.5 s`] : []),
    ...(quantile(lags, 0.95) > 1.5 ? [`Words of ${clip.seconds} s come more than 1.5 s late`] : []),
    ...lost.filter((count) => count > 0).map((count) => `${count} words of ${clip.seconds} s are lost`),
  ];
  return {
    name: `${clip.seconds} s of speech`,
    figures: Object.fromEntries(Object.entries(figures).map(([name, value]) => [name, { value }])),
    findings,
  };
}

/** Everybody speaks for three seconds; those who are refused try again when they are told to. */
async function proveCrowd(speakers: number, quota: number): Promise<Part> {
  const recogniser = { ...scriptedRecogniser(), recognise: spells };
  const standIns = await startStandIns({
    transcribeStreaming: createStreamingHandler(recogniser, createFfmpeg(), { quota }),
  });
  const parley = await startParley({
    flags: ['--data', 'memory', ...withoutEngines],
    env: { ...standIns.environment, ...roomy },
  });
  const words = Array.from({ length: 30 }, (_, tenth) => (tenth % 10 === 9 ? 0 : (tenth % 10) + 1));
  const wanted = words.filter((word) => word > 0).join(' ');
  try {
    const all = await Promise.all(
      Array.from({ length: speakers }, () => speak(parley.url, spoken(...words))),
    );
    const atOnce = all.filter(({ refusals }) => refusals === 0).length;
    const wrong = all.filter(
      ({ transcript, billedSeconds, streams }) => transcript !== wanted || billedSeconds !== 15 * streams,
    );
    const refusals = all.map((each) => each.refusals).sort((one, other) => one - other);
    return {
      name: `${speakers} speakers at once, with a quota of ${quota} streams`,
      figures: {
        served: { value: atOnce },
        'told to wait': { value: speakers - atOnce },
        'most refusals of one': { value: refusals.at(-1) },
        'last to be served': {
          value: `${Math.max(...all.map(({ finishedAt }) => finishedAt)).toFixed(1)} s`,
        },
        'most streams of one': { value: Math.max(...all.map(({ streams }) => streams)) },
        'they read': { value: all.find(({ sentence }) => sentence !== '')?.sentence },
      },
      findings: [
        ...(atOnce < quota && speakers >= quota ? [`Only ${atOnce} were served at once`] : []),
        ...wrong.map(({ transcript, billedSeconds }) => `"${transcript}" was heard for ${billedSeconds} s`),
      ],
    };
  } finally {
    await parley.stop();
    await standIns.stop();
  }
}

const highCeilings: Partial<Ceilings> = {
  guestSpeechSeconds: 100_000,
  guestSpeechSecondsPerAddress: 100_000,
  guestSpeechSecondsPerDay: 1_000_000,
  failedAttemptsPerAddress: 1_000_000,
  streamsPerAddress: 1_000_000,
};
const roomy = { CEILINGS: JSON.stringify(highCeilings), TRANSCRIBE_LANGUAGES: 'en-US' };

function describe(seconds: readonly number[]): string {
  return `${quantile(seconds, 0.5).toFixed(2)} s, p95 ${quantile(seconds, 0.95).toFixed(2)} s`;
}
