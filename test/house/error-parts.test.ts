import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What the pages themselves say where something went wrong has three parts: what happened, what to do, and what it
 * cost where it could have cost something. The server's sentences have them by their type: `functions/errors.ts`.
 */
const said: readonly Said[] = [
  // The translator. Whoever waits for an answer of the server adds what its loss has cost: see below.
  {
    file: 'api.ts',
    text: 'Network error. Please check your internet connection.',
    todo: 'check',
    cost: 'added',
  },
  {
    file: 'translation/run-conversation.ts',
    text: 'Amazon Transcribe transcription failed: ',
    todo: 'added',
    cost: 'added',
  },
  {
    file: 'translation/world.ts',
    text: 'Network error. Please check your internet connection.',
    todo: 'check',
    cost: 'free',
  },
  {
    file: 'translation/phrasebook.ts',
    text: 'You are offline, and this phrase is not kept',
    todo: 'added',
    cost: 'added',
  },
  {
    file: 'translation/phrasebook.ts',
    text: 'You are offline. Your own words need a connection; kept quick phrases do not.',
    todo: 'kept quick phrases',
    cost: 'added',
  },
  {
    file: 'pages/translator-page.tsx',
    text: 'You are offline. Kept phrases still work.',
    todo: 'Kept phrases',
    cost: 'free',
  },
  {
    file: 'translation/dialogue-view.tsx',
    text: 'You are offline. What is said stays here and can be translated',
    todo: 'when the connection is back',
    cost: 'free',
  },
  {
    file: 'translation/history-panel.tsx',
    text: 'You are offline. This is what this browser has kept.',
    cost: 'free',
  },
  {
    file: 'translation/history-panel.tsx',
    text: 'Your history could not be loaded.',
    beside: 'onRetry={() => account.refetch()}',
    cost: 'free',
  },
  {
    file: 'translation/history-panel.tsx',
    text: 'The search did not work.',
    beside: 'onRetry={() => asked.refetch()}',
    cost: 'free',
  },
  {
    file: 'translation/history-panel.tsx',
    text: 'More could not be loaded. Check your connection and try again.',
    todo: 'try again',
    cost: 'free',
  },
  {
    file: 'translation/keep-all.ts',
    text: 'Some languages could not be fetched.',
    besideIn: 'translation/keep-all-panel.tsx',
    beside: '>Continue<',
    cost: 'free',
  },
  { file: 'components/later.tsx', text: 'This part could not be loaded.', beside: 'Reload', cost: 'free' },
  // Hearing. The page says it beside the record button, with the ways on.
  ...[
    ['recognition-sentence.ts', 'Speech recognition is not supported in this browser'],
    ['recognition-sentence.ts', 'Network error. Please check your internet connection.'],
    ['recognition-sentence.ts', 'Microphone access denied. Please allow microphone permission.'],
    ['recognition-sentence.ts', 'Speech recognition error: '],
    ['recorder.ts', 'Recording failed: the microphone was disconnected'],
    ['recorder.ts', 'Recording failed: the microphone was interrupted'],
    ['recorder.ts', 'Recording error occurred'],
    ['microphone.ts', 'Microphone permission denied. Please allow microphone access and try again.'],
    ['microphone.ts', 'Recording failed: '],
  ].map(([file, text]) => ({
    file: `speech/${file}`,
    text: text ?? '',
    besideIn: 'translation/voice-help.tsx',
    beside: 'type instead or try voice again',
    cost: 'free',
  })),
  {
    file: 'speech/guides/permission-overlay.tsx',
    text: 'The microphone could not be opened.',
    todo: 'ask again',
    cost: 'free',
  },
  // Speaking.
  {
    file: 'speech/server-voice.ts',
    text: 'The audio could not be played. Please try again.',
    todo: 'try again',
    cost: 'free',
  },
  {
    file: 'speech/speaker.ts',
    text: 'The voice could not be loaded. Please try again.',
    todo: 'try again',
    cost: 'free',
  },
  {
    file: 'speech/browser-voice.ts',
    text: 'The voice of this browser has failed. Please try again.',
    todo: 'try again',
    cost: 'free',
  },
  { file: 'speech/abilities.ts', text: 'You are offline, and no voice for', todo: 'Read it', cost: 'free' },
  {
    file: 'speech/say.ts',
    text: 'The voice did not start. Please try again.',
    todo: 'try again',
    cost: 'free',
  },
  {
    file: 'translation/meaning-check.tsx',
    text: 'It could not be checked. Please try again.',
    todo: 'try again',
    cost: 'not counted twice',
  },
  {
    file: 'translation/detection.tsx',
    text: 'This is in a language that cannot be picked here.',
    besideIn: 'translation/detection.tsx',
    beside: 'Type in any language.',
    cost: 'free',
  },
  // `later.tsx` catches it, and offers to reload.
  {
    file: 'components/parts-style.ts',
    text: 'The stylesheet could not be loaded.',
    besideIn: 'components/later.tsx',
    beside: 'Reload',
    cost: 'free',
  },
  // The account.
  {
    file: 'account/data-card.tsx',
    text: 'Your data could not be downloaded. Check your connection and try again.',
    todo: 'try again',
    cost: 'free',
  },
  { file: 'account/delete-dialog.tsx', text: 'This cannot be undone.', todo: 'To go on', cost: 'free' },
  {
    file: 'account/delete-dialog.tsx',
    text: 'Something went wrong.',
    beside: 'press the button again',
    cost: 'free',
  },
  {
    file: 'billing/usage-card.tsx',
    text: 'Your usage could not be read. You can translate all the same.',
    todo: 'translate all the same',
    cost: 'free',
  },
  // Paying.
  {
    file: 'billing/use-subscription-actions.ts',
    text: 'Something went wrong. Please try again.',
    todo: 'try again',
    cost: 'Nothing is charged twice.',
  },
  {
    file: 'billing/use-purchase.ts',
    text: 'Stripe could not be reached. Nothing was charged.',
    todo: 'try again',
    cost: 'Nothing was charged.',
  },
  {
    file: 'billing/stripe.ts',
    text: 'Your card could not be set up. Please try again.',
    todo: 'try again',
    cost: 'added',
  },
  {
    file: 'billing/start-activation.ts',
    text: 'Your card could not be confirmed. Nothing was charged.',
    besideIn: 'billing/activation-banner.tsx',
    beside: 'Try again',
    cost: 'Nothing was charged.',
  },
  {
    file: 'billing/payment-form.tsx',
    text: 'Stripe’s card form could not be loaded.',
    todo: 'Check your connection',
    cost: 'Nothing was charged.',
  },
  {
    file: 'billing/begin.ts',
    text: 'Payment processing failed. Please try again.',
    todo: 'try again',
    cost: 'Nothing is charged twice.',
  },
  {
    file: 'billing/purchase.tsx',
    text: 'Payments are not set up here, so Premium cannot be bought',
    todo: 'Everything else works as usual',
    cost: 'free',
  },
  {
    file: 'billing/purchase.tsx',
    text: 'Payments cannot be reached just now',
    beside: 'onRetry',
    cost: 'free',
  },
  {
    file: 'pages/subscription-management-page.tsx',
    text: 'There was an error loading your subscription details.',
    beside: 'Return Home',
    cost: 'free',
  },
  {
    file: 'pages/subscription-page.tsx',
    text: 'It could not be checked which plan you have.',
    todo: 'try again',
    cost: 'free',
  },
];

test.for(said)('$file: $text', ({ file, text, todo, beside, besideIn = file, cost }) => {
  const line = sourceOf(file).replace(/\s+/g, ' ');
  const from = line.indexOf(text);
  expect(from).toBeGreaterThanOrEqual(0);
  // The text goes on to its end, over what is filled in.
  const whole = line.slice(from, from + 400);
  if (todo && todo !== 'added') expect(whole).toContain(todo);
  if (beside) expect(sourceOf(besideIn)).toContain(beside);
  if (cost !== 'free' && cost !== 'added') expect(sourceOf(file)).toContain(cost);
});

test('no page says that something went wrong in words that are not here', () => {
  const unknown = pages.flatMap((file) =>
    [...sourceOf(file).matchAll(failure)]
      .map(([, words = '']) => words.trim())
      .filter(
        (words) => !said.some(({ file: known, text }) => known === file && words.startsWith(text.trim())),
      )
      .map((words) => `${file}: ${words}`),
  );
  expect(unknown).toEqual([]);
});

/** Text in quotes or between tags that begins like a sentence and tells of a failure. */
const failure =
  /(?:['`>]|^ +)([A-Z][^'`<>{}\n;]*?(?:failed[.: ]|could not|cannot be|error[.: ]|denied\.|not supported|did not (?:start|work)|went wrong|are offline)[^'`<>{}\n]*)/gm;

/** The dashboards and the Android page cost nobody anything; the landing page and the policy ask for nothing. */
const pages = readdirSync(new URL('../../web/', import.meta.url), { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.tsx?$/.test(file))
  .filter(
    (file) =>
      !/^(analytics|builds|android|landing)\/|performance|privacy-policy|components\/chart/.test(file),
  );

function sourceOf(file: string): string {
  return readFileSync(new URL(`../../web/${file}`, import.meta.url), 'utf8').replace(
    /^\s*(\/\/|\/?\*).*$/gm,
    '',
  );
}

interface Said {
  readonly file: string;
  /** How it begins. */
  readonly text: string;
  /** Words of it that say what to do; `added` by whoever shows it. */
  readonly todo?: string;
  /** What stands beside it and does it. */
  readonly beside?: string;
  /** The file that has it beside, where that is another. */
  readonly besideIn?: string;
  /** Words of it about what it cost; `added` by whoever shows it; `free` where it could cost nothing. */
  readonly cost: string;
}
