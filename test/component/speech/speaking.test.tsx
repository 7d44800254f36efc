import { fireEvent, screen } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { userAgents } from '../../support/browser/user-agents.ts';
import { giveMicrophone, giveVoice } from '../../support/component/devices.ts';
import { failure, type OpenPage } from '../../support/component/page.tsx';
import { setUserAgent } from '../../support/component/translator.ts';
import {
  button,
  openTranslator,
  pass,
  tap,
  translateTyped,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

let page: OpenPage;

describe('a guest’s page', () => {
  test('speaks a translation automatically, at volume 0.8 and 100 ms after it arrived', async () => {
    giveVoice();
    page = await openTranslator();
    translateTyped('the house');
    await untilTranslated('la casa');
    await pass(80);
    expect(window.voice.said).toEqual([]);
    await pass(20);
    expect(window.voice.said).toEqual([{ text: 'la casa', lang: 'es-ES', volume: 0.8, rate: 1, pitch: 1 }]);
    expect(page.count('speech.synthesize')).toBe(0);
  });

  test('shows and speaks only the last of two quick translations', async () => {
    giveVoice();
    page = await openTranslator();
    tap('Talking');
    tap('I am sorry, I do not understand.Lo siento, no entiendo.');
    tap('Excuse me, do you speak English?Disculpe, ¿habla inglés?');
    await untilTranslated('Disculpe, ¿habla inglés?');
    await pass(500);
    expect(said()).toEqual(['Disculpe, ¿habla inglés?']);
  });

  test('shows Stop only next to the spoken text, and a tap on it stops the voice', async () => {
    giveVoice();
    page = await openTranslator();
    await hearTranslated('the house');
    tap('Test speech');
    expect(button('Speak').dataset.state).toBe('silent');
    await until(() => expect(button('Stop', 'Settings').dataset.state).toBe('speaking'));
    tap('Stop', 'Settings');
    button('Test speech');
    await speakAgain();
    tap('Stop');
    button('Speak');
    expect(window.voice.said.map(({ volume }) => volume)).toEqual([0.8, 1, 1]);
  });

  test('speaks after the screen reader’s announcement, if the visitor wishes', async () => {
    giveVoice();
    page = await openTranslator();
    fireEvent.click(screen.getByLabelText('Read aloud after the announcement'));
    translateTyped('the house');
    await untilTranslated('la casa');
    // A second, and 2 × 7 letters at 15 letters a second.
    await pass(1_900);
    expect(said()).toEqual([]);
    await pass(200);
    expect(said()).toEqual(['la casa']);
  });

  test('stops the voice on Escape, wherever the focus is, and only the next Escape closes a dialog', async () => {
    giveVoice();
    page = await openTranslator();
    await hearTranslated('the house');
    tap('Show');
    await until(() => screen.getByTestId('shown'));
    const pressed = fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });
    // The browser closes the dialog only if nobody took the key.
    expect([pressed, screen.queryByTestId('shown')]).toEqual([false, expect.anything()]);
    await until(() => expect(button('Speak', 'Translation').dataset.state).toBe('silent'));
    fireEvent.keyDown(document.activeElement ?? document, { key: 'Escape' });
    await until(() => expect(screen.queryByTestId('shown')).toBeNull());
  });

  test('stops the voice when the translation is cleared and when the page is left', async () => {
    giveVoice();
    page = await openTranslator();
    await hearTranslated('the house');
    tap('Clear translation');
    expect(speechSynthesis.speaking).toBe(false);
    await pass(100);
    tap('Test speech');
    await until(() => expect(speechSynthesis.speaking).toBe(true));
    fireEvent(window, new PageTransitionEvent('pagehide'));
    expect(speechSynthesis.speaking).toBe(false);
  });

  test('stops the voice when recording begins, and is silent while the microphone is open', async () => {
    giveVoice();
    giveMicrophone();
    page = await openTranslator();
    await hearTranslated('the house');
    tap('Start recording');
    button('Speak');
    expect(speechSynthesis.speaking).toBe(false);
    tap('Test speech');
    screen.getByText('Stop recording to hear it.');
    await pass(100);
    expect(said()).toHaveLength(1);
    tap('Swap languages');
    tap('Test speech');
    await until(() => expect(said()).toHaveLength(2));
  });

  test('reports a failed voice, and does not request the server’s', async () => {
    giveVoice({ mode: 'fail' });
    page = await openTranslator();
    translateTyped('the house');
    await untilTranslated('la casa');
    await pass(100);
    screen.getByText('Your browser’s voice stopped working. Please try again.');
    button('Speak');
    expect(page.count('speech.synthesize')).toBe(0);
  });

  test('forgets a voice that never reports its end, after 30 s', async () => {
    giveVoice({ mode: 'never-end' });
    page = await openTranslator();
    await hearTranslated('the house');
    await pass(29_000);
    button('Stop');
    await pass(1_500);
    button('Speak');
    expect(speechSynthesis.speaking).toBe(false);
    window.voice.mode = 'speak';
    await speakAgain();
  });

  test('waits for late voices that fire no event', async () => {
    giveVoice({ voicesAfterMs: 1_900 });
    page = await openTranslator();
    tap('Test speech');
    await pass(500);
    expect(said()).toEqual([]);
    await pass(1_500);
    expect(said()).toHaveLength(1);
  });

  test.each(['block', 'drop', 'end-at-once'] as const)(
    'speaks a blocked text on the next tap anywhere: %s',
    async (mode) => {
      giveVoice({ mode });
      page = await openTranslator();
      await dropTranslated();
      const dropped = said().length;
      window.voice.mode = 'speak';
      fireEvent.click(screen.getByTestId('translation'));
      await pass(190);
      expect(said()).toHaveLength(dropped);
      await pass(20);
      expect(button('Stop').dataset.state).toBe('speaking');
      expect(said()).toHaveLength(dropped + 1);
      expect(window.voice.said.at(-1)).toMatchObject({ text: 'la casa', volume: 0.8 });
    },
  );

  test('does not speak a waiting text after it is cleared', async () => {
    giveVoice({ mode: 'end-at-once' });
    page = await openTranslator();
    await dropTranslated();
    window.voice.mode = 'speak';
    tap('Clear translation');
    tap('Test speech');
    await pass(1_000);
    expect(window.voice.said.map(({ volume }) => volume)).toEqual([0.8, 1]);
  });

  test('gives up after the second useless tap', async () => {
    giveVoice({ mode: 'end-at-once' });
    page = await openTranslator();
    await dropTranslated();
    fireEvent.click(screen.getByTestId('translation'));
    await pass(300);
    button('Tap to Hear');
    fireEvent.click(screen.getByTestId('translation'));
    await pass(300);
    screen.getByText('The voice didn’t start. Please try again.');
  });

  test('applies a new speed from the next piece on, and stops between two', async () => {
    giveVoice();
    page = await openTranslator({
      answers: { 'translation.translate': { translatedText: 'Esta frase es larga. '.repeat(30) } },
    });
    await hearTranslated('the house', /larga/);
    setSpeed(1.3);
    const finish = async () => {
      await pass(100);
      window.voice.finish();
      await pass(100);
    };
    await finish();
    await finish();
    tap('Stop');
    await finish();
    expect(window.voice.said.map(({ rate }) => rate)).toEqual([1, 1.3, 1.3]);
    expect(button('Speak').dataset.state).toBe('silent');
  });

  test.each([
    ['its code is loading', 0],
    ['it waits for voices', 300],
  ])('stops while %s', async (_what, afterMs) => {
    giveVoice({ voicesAfterMs: 1_900 });
    page = await openTranslator();
    tap('Test speech');
    if (afterMs) await pass(afterMs);
    tap('Stop');
    await pass(3_000);
    button('Test speech');
    expect(said()).toEqual([]);
  });
});

describe('Premium', () => {
  test.each([
    ['fails', failure(502, 'provider_failed', 'No answer.')],
    ['is used up for today', failure(429, 'rate_limited', "You've reached today's audio limit.")],
    ['cannot be reached', undefined],
  ])('hears the browser’s voice if the server’s %s', async (_what, answer) => {
    giveVoice();
    page = await openTranslator({ isPremium: true, answers: { 'speech.synthesize': answer } });
    await hearTranslated('the house');
    expect(said()).toEqual(['la casa']);
    expect(page.count('speech.synthesize')).toBe(1);
  });

  test('sees the server’s message if neither voice works', async () => {
    giveVoice({ voicesAfterMs: Number.POSITIVE_INFINITY });
    const answer = failure(429, 'rate_limited', "You've reached today's audio limit.");
    page = await openTranslator({ isPremium: true, answers: { 'speech.synthesize': answer } });
    translateTyped('the house');
    await untilTranslated('la casa');
    await pass(200);
    await until(() => screen.getByText("You've reached today's audio limit."));
  });

  test('stops a download and a playing sound', async () => {
    giveVoice();
    const held = Promise.withResolvers<Response>();
    page = await openTranslator({ isPremium: true, answers: { 'speech.synthesize': held.promise } });
    translateTyped('the house');
    await untilTranslated('la casa');
    await pass(200);
    expect(page.asked.at(-1)).toEqual(['speech.synthesize', { text: 'la casa', language: 'es-ES' }]);
    tap('Stop');
    held.resolve(sound());
    await pass(200);
    expect(window.voice.playing).toEqual([]);
    await speakAgain();
    expect(window.voice.playing.map(({ paused }) => paused)).toEqual([false]);
    tap('Stop');
    await pass(0);
    expect(window.voice.playing.map(({ paused }) => paused)).toEqual([true]);
    expect(vi.mocked(URL.revokeObjectURL)).toHaveBeenCalledOnce();
    expect(said()).toEqual([]);
  });

  test('can hear a sound again that a call or an unplugged headset has paused', async () => {
    giveVoice();
    page = await openTranslator({ isPremium: true, answers: { 'speech.synthesize': sound } });
    await hearTranslated('the house');
    const [audio] = window.voice.playing;
    if (!audio) throw new Error('Nothing plays.');
    // The pause of an earlier sound arrives late.
    fireEvent(audio, new Event('pause'));
    button('Stop');
    audio.pause();
    fireEvent(audio, new Event('pause'));
    await until(() => button('Speak'));
    await speakAgain();
    expect(audio.paused).toBe(false);
  });

  test('hears a blocked sound on the next tap, fetched once', async () => {
    giveVoice({ isLocked: true });
    page = await openTranslator({ isPremium: true, answers: { 'speech.synthesize': sound } });
    await dropTranslated();
    window.voice.isLocked = false;
    fireEvent.click(screen.getByTestId('translation'));
    await pass(300);
    expect(button('Stop').dataset.state).toBe('speaking');
    expect(page.count('speech.synthesize')).toBe(1);
    expect(said()).toEqual([]);
  });
});

describe('Safari on an iPhone', () => {
  beforeEach(() => setUserAgent(userAgents.iphoneSafari));

  test('when locked, waits for a tap that unlocks it, and speaks 200 ms later', async () => {
    giveVoice({ isLocked: true });
    page = await openTranslator({ settings: { speechRate: 5 } });
    await dropTranslated();
    expect(heard()).toEqual([]);
    fireEvent.touchEnd(screen.getByTestId('translation'));
    await pass(1_000);
    expect(window.parleyAudioUnlocked).toBeUndefined();
    window.voice.isLocked = false;
    fireEvent.touchEnd(screen.getByTestId('translation'));
    await pass(190);
    expect(heard()).toEqual([]);
    await pass(20);
    expect(heard()).toMatchObject([{ rate: 0.5, volume: 0.8 }]);
    expect(window.parleyAudioUnlocked).toBe(true);
    expect(localStorage.getItem('parley.audio-unlocked')).not.toBeNull();
  });

  test('unlocked on an earlier visit speaks automatically, at a speed between 0.7 and 1', async () => {
    giveVoice({ isLocked: true });
    localStorage.setItem('parley.audio-unlocked', '1');
    page = await openTranslator({ settings: { speechRate: 5 } });
    await hearTranslated('the house');
    expect(heard()).toMatchObject([{ rate: 0.7, volume: 0.8 }]);
    setSpeed(2);
    tap('Stop');
    await pass(100);
    tap('Tap to Hear');
    await pass(300);
    expect(heard().at(-1)).toMatchObject({ rate: 1, volume: 1 });
  });

  test('is unlocked by a tap on the microphone: silent sound, silent speech and the audio context', async () => {
    giveVoice();
    giveMicrophone();
    page = await openTranslator();
    tap('Start recording');
    const { said, sources, resumes } = window.voice;
    expect(said.map(({ volume }) => volume)).toEqual([0]);
    expect(sources).toEqual(['/silence.wav']);
    expect(resumes).toBeGreaterThan(0);
    await until(() => expect(window.parleyAudioUnlocked).toBe(true));
    tap('Swap languages');
    await pass(1_000);
    expect(sources).toHaveLength(1);
  });

  test('drops a waiting text when the tap is on the microphone', async () => {
    giveVoice({ isLocked: true });
    giveMicrophone();
    page = await openTranslator();
    await dropTranslated();
    window.voice.isLocked = false;
    fireEvent.touchEnd(button('Start recording'));
    tap('Start recording');
    await pass(1_000);
    expect(button('Tap to Hear').dataset.state).toBe('silent');
    expect(heard()).toEqual([]);
  });
});

const sound = () => new Response('sound', { headers: { 'content-type': 'audio/mpeg' } });

/** Translates, and waits until it is spoken. */
async function hearTranslated(text: string, translation: string | RegExp = 'la casa'): Promise<void> {
  translateTyped(text);
  await untilTranslated(translation);
  await pass(100);
  await until(() => expect(button('Stop').dataset.state).toBe('speaking'));
}

/** Translates a text that the browser speaks only after a tap. */
async function dropTranslated(): Promise<void> {
  translateTyped('the house');
  await untilTranslated('la casa');
  await pass(3_500);
  await until(() => expect(button('Tap to Hear').dataset.state).toBe('queued'));
}

async function speakAgain(): Promise<void> {
  await pass(100);
  tap('Speak');
  await until(() => expect(button('Stop').dataset.state).toBe('speaking'));
}

function setSpeed(rate: number): void {
  fireEvent.change(screen.getByLabelText('Speech speed'), { target: { value: String(rate) } });
}

function said(): string[] {
  return window.voice.said.map(({ text }) => text);
}

/** Utterances that are not silent. */
function heard() {
  return window.voice.said.filter(({ volume }) => volume > 0);
}
