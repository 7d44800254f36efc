import { hideRecogniser, recogniserOf } from '../../../support/browser/recogniser.ts';
import type { Condition, Flow, Stage } from '../stage.ts';

const usesRecogniser = ({ voice }: Flow) => voice === 'browser';
const common = {
  concerns: usesRecogniser,
  mustSucceed: () => false,
  // The server takes over, and hears nothing in a language that it does not know.
  noise: [/^Failed to load resource: .* 422/],
} as const;

/** The codes of the Web Speech API, and one of the future. */
const codes = [
  'no-speech',
  'aborted',
  'audio-capture',
  'network',
  'not-allowed',
  'service-not-allowed',
  'bad-grammar',
  'language-not-supported',
  'phrases-not-supported',
  'of-the-future',
] as const;

const heard = 'I am allergic to peanuts';

export const recogniserConditions: readonly Condition[] = [
  {
    ...common,
    name: 'recogniser missing',
    hasNoRecogniser: true,
    before: ({ page }) => hideRecogniser(page),
  },
  {
    ...common,
    name: 'recogniser silent',
    isSlow: true,
    speak: async () => {},
  },
  {
    ...common,
    name: 'recogniser that never begins',
    isSlow: true,
    hasNoRecogniser: true,
    before: ({ page }) => page.addInitScript(neverBegin),
  },
  {
    ...common,
    name: 'recogniser that refuses to start',
    isSlow: true,
    hasNoRecogniser: true,
    before: ({ page }) => page.addInitScript(refuseToStart),
  },
  ...codes.flatMap((code): Condition[] => [
    {
      ...common,
      name: `recogniser fails with ${code} before words`,
      isSlow: true,
      speak: ({ page }) => recogniserOf(page).fail(code),
    },
    {
      ...common,
      name: `recogniser fails with ${code} after words`,
      isSlow: true,
      heard,
      async speak({ page }) {
        await recogniserOf(page).talking(heard);
        await page.getByText(heard).first().waitFor();
        await recogniserOf(page).fail(code);
      },
    },
  ]),
  {
    ...common,
    name: 'recogniser restarts its list',
    mustSucceed: () => true,
    heard,
    async speak(stage, words) {
      await showWords(stage, heard);
      // Briefer words may be revised.
      await stage.page.waitForTimeout(600);
      await recogniserOf(stage.page).talking('please call');
      await stage.page.getByText('please call').first().waitFor();
      await recogniserOf(stage.page).heard(words);
    },
  },
  {
    ...common,
    name: 'recogniser ends without a final result',
    mustSucceed: () => true,
    async speak(stage, words) {
      await showWords(stage, words);
      await stage.page.evaluate(() => window.recogniser.end());
    },
  },
];

async function showWords({ page }: Stage, words: string): Promise<void> {
  await recogniserOf(page).talking(words);
  await page.getByText(words).first().waitFor();
}

/** Runs in the page. */
function neverBegin(): void {
  const Recogniser = Reflect.get(window, 'SpeechRecognition');
  if (Recogniser) Recogniser.prototype.start = () => {};
}

/** Runs in the page. */
function refuseToStart(): void {
  const Recogniser = Reflect.get(window, 'SpeechRecognition');
  if (!Recogniser) return;
  Recogniser.prototype.start = () => {
    const message = "Failed to execute 'start' on 'SpeechRecognition': recognition has already started.";
    throw new DOMException(message, 'InvalidStateError');
  };
}
