import { screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { giveMicrophone, giveRecogniser, giveVoice } from '../../support/component/devices.ts';
import { goOnline } from '../../support/component/translator.ts';
import {
  beginToSpeak,
  hear,
  openTranslator,
  pass,
  until,
  untilTranslated,
} from '../../support/component/voice.ts';

test.each([
  ['a guest', false],
  ['a subscriber, whose speech goes to the server else', true],
])('without a connection the device hears, translates and speaks: %s', async (_, isPremium) => {
  const translateHere = async () => ({ translatedText: 'dónde está', isOnDevice: true });
  vi.doMock('../../../web/offline/translation/translate-here.ts', () => ({
    translateHere,
    async warmUp() {},
  }));
  onTestFinished(() => vi.doUnmock('../../../web/offline/translation/translate-here.ts'));
  giveRecogniser();
  giveMicrophone();
  giveVoice();
  const page = await openTranslator({
    isPremium,
    settings: { autoPlay: true },
    answers: { 'translation.translate': undefined },
  });
  await goOnline(false);
  await beginToSpeak();
  await hear('where is it', 0.9);
  await untilTranslated('dónde está');
  await until(() => screen.getByText('Translated on this device.'));
  await pass(500);
  expect(window.voice.said).toMatchObject([{ text: 'dónde está', lang: 'es-ES' }]);
  expect(page.count('speech.listen')).toBe(0);
});
