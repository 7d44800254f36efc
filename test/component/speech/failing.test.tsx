import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { giveMicrophone, giveRecogniser, refusals } from '../../support/component/devices.ts';
import { findVisible } from '../../support/component/visible.ts';
import {
  beginToSpeak,
  button,
  card,
  hear,
  openTranslator,
  pass,
  tap,
  toast,
  typedText,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

const denied = 'Microphone permission denied. Please allow microphone access and try again.';
const missing = 'No microphone found. Please check your audio devices.';
const busy = 'Recording failed: the microphone is in use or was disconnected';

/** One of each kind. Every name is in `unit/web/speech/record/microphone.test.ts`. */
test.each([
  ['NotAllowedError', 'Voice Input Issue', denied],
  ['NotFoundError', 'Voice Input Issue', missing],
  ['NotReadableError', 'Recording Failed', busy],
  ['TypeError', 'Recording Failed', 'Recording failed: At least one of audio and video must be requested'],
] as const)(
  'a microphone refused by %s leaves the typed text, and is said in the card, at first in a toast as well',
  async (name, title, text) => {
    giveMicrophone(() => Promise.reject(refusals[name]));
    await openTranslator();
    fireEvent.change(typedText(), { target: { value: 'the house' } });
    tap('Start recording');
    await until(() => expect(toast(title).textContent).toContain(text));
    button('Start recording');
    expect(typedText().value).toBe('the house');
    const inCard = within(card('Speech input')).getByText(text);
    expect(findVisible(text)).toHaveLength(2);
    await pass(4_000);
    expect(findVisible(text)).toEqual([inCard]);
  },
);

test.each(['suspended', 'no-worklet'] as const)(
  'a microphone whose sound never arrives is said after 3 s, and closed: %s',
  async (audio) => {
    const microphone = giveMicrophone(undefined, audio);
    await openTranslator();
    tap('Start recording');
    await until(() => expect(microphone.tracks).toHaveLength(1));
    await microphone.say(1);
    await pass(3_100);
    within(toast('Recording Failed')).getByText('Recording error occurred');
    button('Start recording');
    expect(microphone.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  },
);

test('a recogniser that ignores the second tap is given up, and its words are translated', async () => {
  giveRecogniser({ begins: true, endsLate: true });
  await openTranslator();
  await beginToSpeak();
  await hear('the house');
  tap('Stop recording');
  await pass(3_000);
  await untilTranslated('la casa');
  button('Start recording');
});

test('a prompt that is never answered can be cancelled, and the typed text is still there', async () => {
  giveMicrophone(() => new Promise(() => {}));
  await openTranslator();
  fireEvent.change(typedText(), { target: { value: 'the house' } });
  tap('Start recording');
  await pass(60_000);
  within(card('Speech input')).getByText('If your browser asks, allow the microphone.');
  tap('Cancel recording');
  button('Start recording');
  expect(typedText().value).toBe('the house');
});

test('a microphone that is disconnected before any words is reported', async () => {
  const microphone = giveMicrophone();
  await openTranslator();
  tap('Start recording');
  await until(() => expect(microphone.tracks.at(-1)?.readyState).toBe('live'));
  await pass(10);
  microphone.tracks.at(-1)?.dispatchEvent(new Event('ended'));
  const text = 'Recording failed: the microphone was disconnected';
  await until(() => within(toast('Voice Input Issue')).getByText(text));
  button('Start recording');
});

test('a refused microphone is reported on the speaker’s side of a conversation', async () => {
  giveMicrophone(() => Promise.reject(refusals.NotAllowedError));
  await openTranslator();
  tap('Conversation');
  await until(() => button('Speak English (US)'));
  tap('Speak English (US)');
  const alert = await until(() => within(screen.getByLabelText('Your side')).getByRole('alert'));
  expect(alert.textContent).toBe(denied);
});

describe('after some words', () => {
  const words = 'I am allergic to peanuts';

  test.each([
    ['network', 'Voice Input Issue', 'Network error. Please check your internet connection.'],
    ['bad-grammar', 'Voice Input Error', 'Speech recognition error: bad-grammar'],
    ['not-allowed', 'Voice Input Issue', 'Microphone access denied. Please allow microphone permission.'],
  ])('the recogniser’s %s is said, and the words wait for a tap', async (code, title, text) => {
    giveRecogniser();
    const page = await openTranslator();
    await beginToSpeak();
    await hear(words);
    window.recogniser.fail(code);
    await until(() => expect(within(toast(title)).getByText(text)).not.toBeNull());
    expect(typedText().value).toBe(words);
    await pass(10_000);
    within(card('Speech input')).getByText(text);
    expect(page.count('translation.translate')).toBe(0);
    tap('Translate Text');
    await untilTranslated(words);
  });

  test('a second error offers one field, with the words in it', async () => {
    giveRecogniser();
    await openTranslator();
    for (const said of ['I am', words]) {
      await beginToSpeak();
      await hear(said);
      window.recogniser.fail('network');
      await pass(10);
    }
    const field = await until(() => screen.getByLabelText<HTMLTextAreaElement>('Your text in English (US)'));
    expect(field.value).toBe(words);
    within(toast('Voice Input Issue')).getByText(
      'Voice input not working. You can type instead or try voice again.',
    );
    const reason = 'Network error. Please check your internet connection.';
    // One message at a time: first the toast, then the reason.
    expect(findVisible(reason)).toEqual([]);
    await pass(4_000);
    expect(findVisible(reason)).toHaveLength(1);
    expect(findVisible(reason)[0]?.closest('section')).toBe(field.closest('section'));
  });

  test('an error in a conversation leaves a turn that one tap translates', async () => {
    giveRecogniser();
    const page = await openTranslator();
    tap('Conversation');
    await until(() => button('Speak English (US)'));
    tap('Speak English (US)');
    await pass(1_000);
    await hear(words);
    window.recogniser.fail('network');
    const side = within(screen.getByLabelText('Your side'));
    const alert = await until(() => side.getByRole('alert'));
    expect(alert.textContent).toBe('Network error. Please check your internet connection.');
    side.getByText(words);
    expect(page.count('translation.translate')).toBe(0);
    fireEvent.click(side.getByText('Translate'));
    await until(() => expect(page.count('translation.translate')).toBe(1));
  });
});

test('a switched method shows no tick, and reports its reason once', async () => {
  giveRecogniser();
  const microphone = giveMicrophone();
  await openTranslator();
  tap('Start recording');
  await pass(1_000);
  window.recogniser.fail('network');
  const shown = await until(() => toast('Switching Input Method'));
  expect(shown.dataset.tone).toBe('notice');
  within(shown).getByText('Network error. Please check your internet connection.');
  within(shown).getByText('Trying another way to listen.');
  await until(() => expect(microphone.opened).toBe(1));
});

test('a recogniser that has never heard anything gives way to the other method at the third tap', async () => {
  giveRecogniser();
  const microphone = giveMicrophone();
  await openTranslator();
  for (const starts of [1, 2]) {
    await beginToSpeak();
    // Where its server is blocked, Chrome’s says no more than this.
    window.recogniser.fail('no-speech');
    await until(() => button('Start recording'));
    expect([window.recogniser.starts, microphone.opened]).toEqual([starts, 0]);
  }
  tap('Start recording');
  await until(() => expect(microphone.opened).toBe(1));
  expect(window.recogniser.starts).toBe(2);
});

test('a recogniser that has heard something stays the first, whatever the silence', async () => {
  giveRecogniser();
  const microphone = giveMicrophone();
  await openTranslator();
  await beginToSpeak();
  await hear('the house', 0.9);
  await untilTranslated('la casa');
  for (let silences = 0; silences < 3; silences += 1) {
    await beginToSpeak();
    window.recogniser.fail('no-speech');
    await until(() => button('Start recording'));
  }
  expect([window.recogniser.starts, microphone.opened]).toEqual([4, 0]);
});
