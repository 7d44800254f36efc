import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { userAgents } from '../../support/browser/user-agents.ts';
import {
  button,
  card,
  giveMicrophone,
  giveRecogniser,
  openTranslator,
  pass,
  pretendToBe,
  tap,
  toast,
  until,
} from '../../support/component/voice.ts';

// The visible errors of voice input.

/** This server recognises only English. */
const spanish = { settings: { defaultSourceLang: 'es-ES', defaultTargetLang: 'en-US' } };
const issue = 'Voice Input Issue';
const failed = 'Recording Failed';
const switching = 'Switching Input Method';
const again = 'Voice input not working. You can type instead or try voice again.';
const network = 'Network error. Please check your internet connection.';
const cannotStart = 'Failed to start speech recognition.';

describe('without another input method', () => {
  test.each<[string, () => void, string, string]>([
    ['network', giveRecogniser, failed, network],
    ['interrupted', giveRecogniser, issue, 'Speech recognition stopped unexpectedly. Please try again.'],
    ['no beginning', neverBegin, failed, `${cannotStart} Please try again.`],
  ])('%s is shown each time, and the button stays usable', async (code, prepare, title, text) => {
    prepare();
    await openTranslator(spanish);
    for (const shown of [text, title === issue ? again : text]) {
      await failToHear(code);
      await until(() => expect(toast(title).textContent).toContain(shown));
      expect(card('Speech input').textContent).toContain(text);
      expect(button('Start recording').getAttribute('aria-disabled')).toBeNull();
      await pass(6_000);
    }
  });

  test('a language that the recogniser lacks shows an error, and then a hint to type', async () => {
    giveRecogniser();
    await openTranslator(spanish);
    await failToHear('language-not-supported');
    const error = 'Speech recognition error: language-not-supported.';
    await until(() => expect(toast(failed).textContent).toContain(error));
    expect(button('Start recording').getAttribute('aria-disabled')).toBe('true');
    expect(card('Speech input').textContent).toContain('Parley can’t recognise Spanish here.');
  });

  test('a browser without a recogniser is named', async () => {
    await openTranslator(spanish);
    tap('Start recording');
    expect(toast(issue).textContent).toContain('Speech recognition is not supported in this browser');
  });
});

describe('a set-up error in Chrome', () => {
  test.each([
    ['macChrome', 'not-allowed', 'Microphone access denied. Please allow microphone permission.'],
    ['iphoneChrome', 'no beginning', `${cannotStart} Please try again.`],
  ] as const)(
    'in %s: %s opens the voice guide, and the second the typing card',
    async (device, code, text) => {
      pretendToBe(userAgents[device]);
      giveRecogniser({ begins: code !== 'no beginning' });
      await openTranslator(spanish);
      await failToHear(code);
      const title = `${device === 'iphoneChrome' ? 'iOS ' : ''}Chrome Voice Setup Needed`;
      await until(() => expect(toast(title).textContent).toContain(text));
      const guide = screen.getByRole('dialog', { name: 'Turn on your microphone in Chrome' });
      expect(guide.textContent).toContain(text);
      fireEvent.keyDown(document.body, { key: 'Escape' });
      await failToHear(code);
      await until(() => screen.getByRole('region', { name: 'Type instead' }));
    },
  );
});

describe('with the server as another input method', () => {
  test.each([['network', network]])(
    '%s is shown, and the recorder takes over in the same tap',
    async (code, text) => {
      giveRecogniser();
      const microphone = giveMicrophone();
      await openTranslator();
      await failToHear(code);
      await until(() =>
        expect(toast(switching).textContent).toContain(`${text} Trying another way to listen.`),
      );
      await until(() => expect(microphone.opened).toBe(1));
    },
  );

  test('both errors count: the second opens the typing card', async () => {
    giveRecogniser();
    giveMicrophone('NotReadableError');
    await openTranslator();
    await failToHear('network');
    await until(() => toast(failed));
    await until(() => screen.getByRole('region', { name: 'Type instead' }));
  });
});

test('a refused recorder is shown', async () => {
  giveMicrophone('NotAllowedError');
  await openTranslator();
  tap('Start recording');
  const sentence = 'Microphone permission denied. Please allow microphone access and try again.';
  await until(() => expect(toast(issue).textContent).toContain(sentence));
});

test('too few samples are shown as an audio error', async () => {
  const microphone = giveMicrophone();
  await openTranslator();
  tap('Start recording');
  await until(() => expect(microphone.tracks[0]?.readyState).toBe('live'));
  await pass(10);
  await microphone.say(0.1, 0);
  await pass(2_500);
  tap('Stop recording');
  await until(() => expect(toast(issue).textContent).toContain('Failed to process audio.'));
});

/** Taps the record button, and lets the recogniser fail. */
async function failToHear(code: string): Promise<void> {
  tap('Start recording');
  await pass(1_000);
  if (code === 'no beginning') await pass(5_000);
  else if (code === 'interrupted') await act(async () => window.recogniser.end());
  await act(async () => window.recogniser?.fail(code));
}

function neverBegin(): void {
  giveRecogniser({ begins: false });
}
