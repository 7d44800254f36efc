import { expect, test } from 'vitest';
import { profileOf } from '../../../../web/speech/profiles.ts';

const webm = 'audio/webm;codecs=opus';

test.each([
  ['desktop-chrome', 'desktop', true, webm],
  ['other', 'android', true, webm],
  ['desktop-safari', 'desktop', true, 'audio/mp4'],
  ['ios-chrome', 'iphone', false, 'audio/mp4'],
  ['other', 'iphone', false, 'audio/mp4'],
] as const)('%s on %s records with echo cancellation: %j, first as %s', (id, device, cancelsEcho, format) => {
  const { microphone, recording } = profileOf({ id, device, isChrome: false, isInstalled: false });
  expect(microphone.constraints.echoCancellation).toBe(cancelsEcho);
  expect(recording.formats[0]).toBe(format);
  expect(new Set(recording.formats).size).toBe(5);
});
