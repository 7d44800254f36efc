import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * Everything that people are told when something goes wrong or well, in the words that were promised, and the test
 * that sees it happen. Each text stands in one file of the product, or in those of `inSeveralFiles`, and in that test's.
 */
const catalogue: Record<string, readonly Row[]> = {
  generic: [
    {
      row: 'an answer that is not OK is its status, a colon and what it says',
      texts: [],
      file: 'web/api',
      title: 'has the raw body or the status text when it is %s',
    },
    {
      row: 'no answer at all',
      texts: ['Network error. Please check your internet connection.'],
      file: 'web/api',
      title: 'no answer at all is a connection error with a sentence',
    },
  ],
  translation: [
    {
      row: 'a guest’s limit opens the dialog, with a toast',
      texts: ['Translation Limit Reached', 'Sign up to get 10 free translations per day!'],
      file: 'browser/access',
      title: 'one that the server refuses gets the dialog and the toast',
    },
    {
      row: 'it is known by the server’s words',
      texts: ['Guest translation limit reached'],
      file: 'web/run-conversation',
      title: '%s limit opens the dialog',
    },
    {
      row: 'any other failure, in the server’s words',
      texts: ['Translation Error'],
      file: 'browser/typing',
      title: 'an answer of the server is told in its own sentence',
    },
    {
      row: 'any other failure, without words',
      texts: ['Failed to translate text'],
      file: 'web/run-conversation',
      title: 'a failure without words has the product’s own',
    },
    {
      row: 'the dialog for guests',
      texts: ['guest translations. Create an account to get'],
      file: 'browser/access',
      title: 'uses three, meets the dialog, makes an account, and what was typed is translated',
    },
    {
      row: 'the dialog for who is signed in',
      texts: ['free translations today.'],
      file: 'browser/access',
      title: 'is told of the last three, meets the dialog after ten, and goes on to Premium',
    },
  ],
  copying: [
    {
      row: 'done',
      texts: ['Copied!', 'Translation copied to clipboard'],
      file: 'browser/typing',
      title: 'Copy copies the translation and says so',
    },
    {
      row: 'refused',
      texts: ['Copy Failed', 'Unable to copy to clipboard'],
      file: 'browser/typing',
      title: 'a clipboard that refuses is told, too',
    },
  ],
  'voice input': [
    {
      row: 'an issue, at first',
      texts: ['Voice Input Issue'],
      file: 'web/voice-toast',
      title: 'is told by its sentence the first time',
    },
    { row: 'for 4 s', texts: [], file: 'web/voice-toast', title: 'stays 4 s' },
    {
      row: 'from the second on, that one can type',
      texts: ['Voice input not working. You can type instead or try voice again.'],
      file: 'web/voice-toast',
      title: 'is told with the ways out after %i failures in a row',
    },
    {
      row: 'Chrome’s set-up, and its iOS variant, for 6 s',
      texts: ['Chrome Voice Setup Needed'],
      file: 'web/voice-toast',
      title: 'is named beside its guide, for 6 s: $0.id',
    },
    {
      row: 'the next method is tried',
      texts: ['Switching Input Method'],
      file: 'browser/input-methods',
      title: 'the recorder hears what is said after the same tap, and the next tap begins with it',
    },
    {
      row: 'no method is left',
      texts: ['Recording Failed'],
      file: 'web/voice-toast',
      title:
        'when nothing is left to try, recording has failed, the second time as well and beside every guide',
    },
    {
      row: 'what nobody expects',
      texts: ['Voice Input Error'],
      file: 'web/voice-toast',
      title: 'what nobody expects is an error of voice input',
    },
  ],
  recording: [
    {
      row: 'a microphone that cannot be had',
      texts: [
        'Microphone permission denied. Please allow microphone access and try again.',
        'No microphone found. Please check your audio devices.',
      ],
      file: 'web/microphone',
      title: 'by %s says what to do',
    },
    {
      row: 'a microphone that goes',
      texts: ['Recording failed: the microphone was disconnected'],
      file: 'browser/recording',
      title: 'a microphone that vanishes says so',
    },
    {
      row: 'a recorder that breaks',
      texts: ['Recording error occurred'],
      file: 'web/recorder',
      title: 'that breaks where it is needed ends it',
    },
    {
      row: 'a recording with nothing in it',
      texts: ['Failed to process audio.'],
      file: 'web/recorder',
      title: 'with nothing in it fails',
    },
  ],
  transcription: [
    {
      row: 'the provider’s name, and what the server says',
      texts: ['Amazon Transcribe transcription failed: '],
      file: 'web/run-conversation',
      title: 'a failed recognition names the provider and says what the server says',
    },
  ],
  recogniser: [
    {
      row: 'by its code, in any browser',
      texts: [
        'Speech recognition is not supported in this browser',
        'Microphone access denied. Please allow microphone permission.',
        'No speech detected. Please speak into your microphone.',
        'No microphone detected. Please check your microphone connection.',
        'Network error. Please check your internet connection.',
        'Speech recognition error: ',
      ],
      file: 'web/recognition',
      title: '%s in any browser',
    },
    {
      row: 'by the browser, where the microphone is allowed, and what else to try',
      texts: [
        'Turn it on in iPhone Settings > Chrome > Microphone.',
        'Click the microphone icon in the address bar and allow it.',
        'Turn it on in Settings > Safari > Microphone.',
        'Click the shield icon in the address bar and allow it.',
        'Please refresh the page, or try Safari.',
        'Please refresh the page and try again.',
      ],
      file: 'web/recognition',
      title: '%s in %s',
    },
    {
      row: 'no microphone among the devices',
      texts: ['No microphone found. Please connect a microphone and try again.'],
      file: 'web/run-recognition',
      title: 'there is no microphone among the devices',
    },
    {
      row: 'none could be made',
      texts: ['Failed to create speech recognition instance'],
      file: 'web/run-recognition',
      title: 'none can be made',
    },
    {
      row: 'it could not be started',
      texts: ['Failed to start speech recognition. Please refresh the page and try again.'],
      file: 'web/run-recognition',
      title: 'it cannot be started',
    },
    {
      row: 'it did not begin in time',
      texts: ['Failed to start speech recognition. Please try again.'],
      file: 'web/run-recognition',
      title: 'it never begins and never ends',
    },
    {
      row: 'the error is shown and listening stops',
      texts: [],
      file: 'web/run-recognition',
      title: 'it has an error, once it is over',
    },
  ],
  buying: [
    {
      row: 'there is no client secret',
      texts: ['Payment processing failed. Please try again.'],
      file: 'web/purchase',
      title: 'for want of a client secret is told so',
    },
    {
      row: 'any other failure',
      texts: ['Failed to start subscription process.'],
      file: 'web/purchase',
      title: 'for %s is told that it failed',
    },
    {
      row: 'the session has ended',
      texts: ['Session Expired', 'Please log in again to continue.'],
      file: 'browser/subscribing',
      title:
        'the form is asked for once, left by the way back, loaded again, and a session’s end is told once',
    },
    {
      row: 'the login comes 1.5 s after that',
      texts: [],
      file: 'browser/management',
      title: 'an action after the session’s end leads to the login, 1.5 s after it was told',
    },
    {
      row: 'Stripe does not take the card',
      texts: ['Setup Failed'],
      file: 'web/purchase',
      title: 'a card that Stripe does not take is told in Stripe’s words',
    },
    {
      row: 'the trial has begun',
      texts: ['-Day Trial Started!'],
      file: 'browser/subscribing',
      title: 'a trial: subscribed by card, used without limit, cancelled, reactivated',
    },
  ],
  'the subscription': [
    {
      row: 'cancelled',
      texts: [
        'Subscription Cancelled',
        "Your subscription has been cancelled. You'll retain access until the end of your billing period.",
      ],
      file: 'browser/management',
      title: 'says what is lost and when, waits, is told, and shows how things are then',
    },
    {
      row: 'not cancelled',
      texts: ['Cancellation Failed'],
      file: 'browser/management',
      title: 'that fails closes the dialog and gives the server’s reason',
    },
    {
      row: 'reactivated',
      texts: ['Subscription Reactivated', 'Your subscription has been reactivated successfully.'],
      file: 'browser/management',
      title: 'waits, is asked for once, is told, and shows how things are then',
    },
    {
      row: 'not reactivated',
      texts: ['Reactivation Failed'],
      file: 'browser/management',
      title: 'that comes too late gives the reason, and shows that it is over',
    },
    {
      row: 'it cannot be loaded',
      texts: [
        'Unable to Load Subscription',
        'There was an error loading your subscription details.',
        'Return Home',
      ],
      file: 'browser/management',
      title: 'that fails says so, can be tried again, and leads home',
    },
  ],
  android: [
    {
      row: 'it has been generated, and how likely it works',
      texts: ['Android Configuration Generated!'],
      file: 'browser/android',
      title: 'by keyboard alone one generates, and reads file after file',
    },
    {
      row: 'it cannot be generated: what is raised',
      texts: ['Failed to generate Android configuration'],
      file: 'web/android',
      title: 'whatever goes wrong with generating is one sentence, with its cause',
    },
    {
      row: 'it cannot be generated: what is told',
      texts: ['Setup Failed', 'Could not generate Android configuration. Please try manual setup.'],
      file: 'browser/android',
      title:
        'what goes wrong stays on the page with two ways on, and what was there stays until there is something new',
    },
  ],
  'where one is not to be': [
    {
      row: 'nobody is signed in',
      texts: ['Unauthorized', 'You are logged out. Logging in again...'],
      file: 'browser/access',
      title: 'tells anybody else so, and comes back to it from the login',
    },
    {
      row: 'the login comes 0.5 s after that',
      texts: [],
      file: 'browser/access',
      title: 'waits 0.5 s with it',
    },
    {
      row: 'there is no such page',
      texts: ['Page Not Found'],
      file: 'browser/pages',
      title: 'an unknown address is the 404 page, with status 404',
    },
  ],
};

/** Texts that stand in more than one file, since what says them must not wait for, or know of, the other. */
const inSeveralFiles: Record<string, readonly string[]> = {
  'Network error. Please check your internet connection.': [
    'web/api.ts',
    'web/speech/recognition-sentence.ts',
    'web/translation/world.ts',
  ],
  'Guest translation limit reached': ['functions/errors.ts', 'web/translation/conversation.ts'],
  'Voice Input Issue': ['web/speech/voice-toast.ts', 'web/translation/speech-input-card.tsx'],
  'No microphone found. Please check your audio devices.': [
    'web/speech/guides/permission-overlay.tsx',
    'web/speech/microphone.ts',
  ],
  'No speech detected. Please speak into your microphone.': [
    'web/speech/recognition-sentence.ts',
    'web/speech/recorder.ts',
    'web/translation/conversation.ts',
  ],
  'Session Expired': ['web/auth/session.ts', 'web/auth/signed-in-only.tsx', 'web/billing/session-end.ts'],
  'Please log in again to continue.': [
    'functions/errors.ts',
    'web/auth/session.ts',
    'web/auth/signed-in-only.tsx',
    'web/billing/session-end.ts',
  ],
  'Copied!': ['web/android/copy-file.ts', 'web/translation/copy-translation.ts'],
  'Copy Failed': ['web/android/copy-file.ts', 'web/translation/copy-translation.ts'],
  'Unable to copy to clipboard': ['web/android/copy-file.ts', 'web/translation/copy-translation.ts'],
  'Setup Failed': [
    'web/android/use-generator.ts',
    'web/billing/start-activation.ts',
    'web/billing/stripe.ts',
  ],
  'Failed to generate Android configuration': ['web/android/generate.ts', 'web/android/options-card.tsx'],
  'Page Not Found': ['web/app.tsx', 'web/documents.ts', 'web/pages/not-found-page.tsx'],
};

const root = new URL('../../', import.meta.url);
const rows = Object.entries(catalogue).flatMap(([where, own]) => own.map((row) => ({ where, ...row })));
const sources = ['functions', 'shared', 'web']
  .flatMap((folder) =>
    readdirSync(new URL(folder, root), { recursive: true }).map((name) => `${folder}/${name}`),
  )
  .filter((name) => /\.tsx?$/.test(name))
  .map((name) => ({ name, source: read(name) }));

test.for(rows)('$where: $row', ({ texts, file, title }) => {
  const held = read(`test/${file}.test.ts`);
  expect(held).toContain(`'${title}',`);
  for (const text of texts) {
    expect(placesOf(text), text).toEqual(inSeveralFiles[text] ?? [expect.any(String)]);
    expect(held, text).toContain(text);
  }
});

test('no text is said to stand in more than one file that is not in the catalogue', () => {
  const texts = new Set(rows.flatMap((row) => row.texts));
  expect(Object.keys(inSeveralFiles).filter((text) => !texts.has(text))).toEqual([]);
});

function placesOf(text: string): string[] {
  return sources
    .filter(({ source }) => source.includes(text))
    .map(({ name }) => name)
    .sort();
}

function read(path: string): string {
  return readFileSync(new URL(path, root), 'utf8');
}

interface Row {
  /** What happens. */
  readonly row: string;
  readonly texts: readonly string[];
  /** The test that sees it. */
  readonly file: string;
  readonly title: string;
}
