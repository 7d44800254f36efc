import type { Page } from 'playwright';
import { recogniserOf } from '../../../support/browser/recogniser.ts';
import { spokenWords } from '../site.ts';
import type { Flow, Stage } from '../stage.ts';
import { exactly, translate, translation, translatorPath, typeDraft, typed } from './translator.ts';

const said = 'the street is long';
const answered = 'la calle es larga';
/** Words of a recording, which may replace a draft. */
export const heardWords = [said, answered, spokenWords];

const onTranslator = { path: translatorPath, who: 'guest', draft: typed } as const;

/** The recogniser hears the words, or does what the condition says. */
async function speak(stage: Stage, words: string): Promise<void> {
  const recogniser = recogniserOf(stage.page);
  if (stage.condition.hasNoRecogniser) return stopAfterWords(stage.page);
  await recogniser.listening();
  await (stage.condition.speak ? stage.condition.speak(stage, words) : recogniser.heard(words));
}

/** Waits for the first words of the server's recogniser, as long as people do, and taps Stop if it still records. */
async function stopAfterWords(page: Page): Promise<void> {
  const words = page.getByText('my sister lives').filter({ visible: true });
  const recording = page.getByRole('button', { name: /^(Cancel|Stop) recording$/ }).first();
  await Promise.race([
    words.first().waitFor({ timeout: 15_000 }),
    recording.waitFor({ state: 'hidden' }),
  ]).catch(() => {});
  const stop = page.getByRole('button', { name: 'Stop recording' }).first();
  if (await stop.isVisible()) await stop.click();
}

/** In capitals, as translated. */
function inCapitals(words: string): string {
  return `${words.toUpperCase()}|${spokenWords.toUpperCase()}`;
}

export const voiceFlows: readonly Flow[] = [
  {
    ...onTranslator,
    name: 'speak by the browser',
    voice: 'browser',
    prepare: typeDraft,
    async finish(stage) {
      await stage.page.getByRole('button', { name: 'Start recording' }).click();
      await speak(stage, said);
    },
    success: (page) => translation(page, inCapitals(said)),
  },
  {
    ...onTranslator,
    name: 'speak by the server',
    voice: 'server',
    uses: ['AudioContext', 'AudioWorkletNode', 'MediaRecorder', 'mediaDevices', 'permissions'],
    prepare: typeDraft,
    async finish({ page }) {
      await page.getByRole('button', { name: 'Start recording' }).click();
      await stopAfterWords(page);
    },
    success: (page) => translation(page, inCapitals(spokenWords)),
  },
  {
    // Swapping the languages clears the draft, as the product says.
    path: translatorPath,
    who: 'guest',
    name: 'reply',
    voice: 'browser',
    async prepare(stage) {
      await typeDraft(stage);
      await translate(stage);
      await translation(stage.page).waitFor();
    },
    async finish(stage) {
      await stage.page.getByRole('button', { name: /^Reply/ }).click();
      await speak(stage, answered);
    },
    success: (page) => translation(page, inCapitals(answered)),
  },
  {
    ...onTranslator,
    name: 'conversation by the browser',
    voice: 'browser',
    uses: ['wakeLock', 'requestFullscreen'],
    prepare: openConversation,
    async finish(stage) {
      await talkButton(stage.page).click();
      await speak(stage, said);
    },
    success: (page) => theirSide(page).getByText(exactly(inCapitals(said))),
  },
  {
    ...onTranslator,
    name: 'conversation by the server',
    voice: 'server',
    uses: ['AudioContext', 'AudioWorkletNode', 'MediaRecorder', 'mediaDevices', 'permissions'],
    prepare: openConversation,
    async finish({ page }) {
      await talkButton(page).click();
      await stopAfterWords(page);
    },
    success: (page) => theirSide(page).getByText(exactly(inCapitals(spokenWords))),
  },
];

async function openConversation(stage: Stage): Promise<void> {
  await typeDraft(stage);
  await stage.page.getByRole('button', { name: 'Conversation', exact: true }).click();
  await stage.page.getByRole('dialog', { name: 'Conversation' }).waitFor();
}

function talkButton(page: Page) {
  return page.getByRole('region', { name: 'Your side' }).locator('[data-talk]');
}

function theirSide(page: Page) {
  return page.getByRole('region', { name: 'Their side' });
}
