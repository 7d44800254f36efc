import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { giveMicrophone, giveRecogniser } from '../../support/component/devices.ts';
import { failure, type OpenPage } from '../../support/component/page.tsx';
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
  understand,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

let page: OpenPage;

describe('the browser’s recogniser', () => {
  beforeEach(() => giveRecogniser());

  test('shrinks the voice note at the next visit, so that nothing moves during this one', async () => {
    page = await openTranslator();
    await beginToSpeak();
    await hear('where is it', 0.9);
    await untilTranslated('dónde está');
    screen.getByText(/^Tap and speak\./);
    await openTranslator();
    // Without a visible label, a tooltip names it.
    expect(button('Voice recording').dataset.tooltip).toBe('Voice recording');
    expect(screen.queryByText(/^Tap and speak\./)).toBeNull();
  });

  test.each([
    ['evenly', false, 'linear'],
    ['in steps with reduced motion', true, 'steps(4)'],
  ] as const)('has a ring that empties %s during the final silence', async (_how, isStill, easing) => {
    const animate = vi.fn(() => ({ cancel() {} }) as Animation);
    vi.spyOn(globalThis, 'matchMedia').mockImplementation((media) =>
      Object.assign(new EventTarget() as MediaQueryList, { media, matches: isStill && /motion/.test(media) }),
    );
    page = await openTranslator();
    await beginToSpeak();
    Element.prototype.animate = animate;
    await hear('where is');
    await pass(1_900);
    await hear('where is it');
    expect(animate.mock.calls).toEqual([
      [expect.anything(), expect.objectContaining({ duration: 2_000, easing })],
      [expect.anything(), expect.objectContaining({ duration: 2_000, easing })],
    ]);
    await pass(1_900);
    screen.getByTestId('silence-ring');
    await pass(100);
    await untilTranslated('dónde está');
    expect(screen.queryByTestId('silence-ring')).toBeNull();
  });

  test('waits as long as slow speech needs, if the visitor wishes, and remembers it', async () => {
    page = await openTranslator();
    fireEvent.click(screen.getByLabelText('6 seconds'));
    await beginToSpeak();
    await hear('where is');
    await pass(5_900);
    expect(window.recogniser.isAtWork).toBe(true);
    await pass(200);
    await until(() => expect(window.recogniser.isAtWork).toBe(false));
    expect(localStorage.getItem('parley.pace')).toContain('6000');
  });

  test('marks uncertain words until they are edited', async () => {
    const remark = 'Parley may have misheard. Check the text.';
    page = await openTranslator();
    await beginToSpeak();
    await hear('where is it', 0.49);
    await untilTranslated('dónde está');
    screen.getByText(remark);
    fireEvent.change(typedText(), { target: { value: 'the house' } });
    expect(screen.queryByText(remark)).toBeNull();
    await beginToSpeak();
    await hear('where is it', 0.5);
    await untilTranslated('dónde está');
    expect(screen.queryByText(remark)).toBeNull();
  });

  test('is named above the field, where otherwise stand the language and the length of the typed text', async () => {
    const draft = { text: 'शुक्रिया', textLanguage: 'hi', source: 'en-US', target: 'es-ES' };
    sessionStorage.setItem('parley.draft', JSON.stringify(draft));
    page = await openTranslator();
    const header = () =>
      [...(typedText().form?.firstElementChild?.children ?? [])]
        .filter((each) => each instanceof HTMLElement && !each.hidden && each.tagName !== 'BUTTON')
        .map(({ textContent }) => textContent);
    expect(header()).toEqual(['Type your text', 'in Hindi', '8 / 1,000 characters']);
    await beginToSpeak();
    expect(header()).toEqual(['Voice input in English (US)']);
  });

  test('leaves no words beside those that were typed and translated afterwards', async () => {
    page = await openTranslator();
    await beginToSpeak();
    expect(typedText().hidden).toBe(true);
    await hear('where is it', 0.9);
    await untilTranslated('dónde está');
    expect(typedText().hidden).toBe(false);
    fireEvent.change(typedText(), { target: { value: 'the house' } });
    tap('Translate Text');
    await untilTranslated('la casa');
    expect(card('Speech input').textContent).not.toContain('where is it');
    expect(screen.queryByText('Edit')).toBeNull();
  });

  test('marks its start and its end with a tick, where the device has one', async () => {
    const vibrate = vi.fn();
    Object.assign(navigator, { vibrate });
    onTestFinished(() => void Reflect.deleteProperty(navigator, 'vibrate'));
    page = await openTranslator();
    await beginToSpeak();
    expect(vibrate).toHaveBeenCalledOnce();
    await hear('where is it', 0.9);
    await untilTranslated('dónde está');
    expect(vibrate.mock.calls).toEqual([[10], [10]]);
  });

  test('ignores the second click of a double click', async () => {
    page = await openTranslator();
    const record = button('Start recording');
    for (const detail of [1, 2]) fireEvent.click(record, { detail });
    await pass(1_000);
    expect(record.dataset.state).toBe('listening');
  });

  test('shows the elapsed time', async () => {
    page = await openTranslator();
    await beginToSpeak();
    for (let seconds = 0; seconds < 15; seconds += 1) {
      await hear('where is it '.repeat(seconds + 1));
      await pass(1_000);
    }
    screen.getByText('0:15');
  });
});

describe('the recorder', () => {
  test('is used for Premium, even with a recogniser, and shows the words while they are spoken', async () => {
    giveRecogniser();
    const microphone = giveMicrophone();
    page = await openTranslator({ isPremium: true, answers: understand('where is', 'where is it') });
    tap('Start recording');
    await speakInto(microphone);
    await until(() => within(screen.getByTestId('transcript')).getByText('where is'));
    tap('Stop recording');
    await untilTranslated('dónde está');
    expect([window.recogniser.starts, page.count('speech.transcribe')]).toEqual([0, 0]);
    expect(microphone.tracks.map(({ readyState }) => readyState)).toEqual(['ended']);
  });

  test('keeps speech that the server failed to recognise for a retry', async () => {
    const microphone = giveMicrophone();
    const answers = {
      'speech.listen': failure(404, 'not_found', 'There is nothing here.'),
      'speech.transcribe': failure(502, 'provider_failed', 'The speech could not be recognised.'),
    };
    page = await openTranslator({ answers });
    tap('Start recording');
    await speakInto(microphone);
    tap('Stop recording');
    const message = 'Amazon Transcribe transcription failed: The speech could not be recognised.';
    await until(() => within(card('Speech input')).getByText(message));
    await until(() => within(card('Speech input')).getByRole('link', { name: 'Check service status' }));
    fireEvent.change(typedText(), { target: { value: 'meanwhile' } });
    // Cancelling a new attempt keeps it.
    tap('Start recording');
    await until(() => expect(microphone.opened).toBe(2));
    fireEvent.keyDown(document.body, { key: 'Escape' });
    page.answer({ 'speech.transcribe': { transcript: 'where is it', confidence: 0.9 } });
    tap('Try again', 'Speech input');
    await untilTranslated('dónde está');
    const sent = page.asked.flatMap(([id, body]) => (id === 'speech.transcribe' ? [body as FormData] : []));
    const [first, second] = await Promise.all(sent.map((form) => (form.get('audio') as File).bytes()));
    expect(second).toEqual(first);
    expect(within(card('Speech input')).queryByText(message)).toBeNull();
  });

  test('requests no microphone in a language that nothing recognises here', async () => {
    const microphone = giveMicrophone();
    page = await openTranslator({ settings: { defaultSourceLang: 'es-ES', defaultTargetLang: 'en-US' } });
    const notice = 'Speech recognition is not supported in this browser for Spanish. Type the text instead.';
    within(card('Speech input')).getByText(notice);
    tap('Start recording');
    await pass(1_000);
    expect(toast('Voice Input Issue').textContent).toContain(notice);
    expect(document.activeElement).toBe(typedText());
    expect(microphone.opened).toBe(0);
  });
});

/** Waits until the recorder listens, and says something into the microphone. */
async function speakInto(microphone: ReturnType<typeof giveMicrophone>): Promise<void> {
  await until(() => expect(microphone.tracks.at(-1)?.readyState).toBe('live'));
  await pass(10);
  await microphone.say(1);
  await pass(10);
}
