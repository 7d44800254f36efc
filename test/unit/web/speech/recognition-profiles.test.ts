import { expect, test } from 'vitest';
import type { BrowserId } from '../../../../web/speech/browser.ts';
import { findBrowserProfile } from '../../../../web/speech/recognition-profiles.ts';

// Main timeout, silence timeout, start timeout, delay before the start, alternatives, whether continuous.
test.each([
  ['desktop-chrome', [20_000, 2_000, 5_000, 200, 3, true]],
  ['desktop-safari', [30_000, 2_000, 5_000, 100, 1, true]],
  ['ios-chrome', [15_000, 3_000, 3_000, 800, 1, true]],
  ['ios-safari', [8_000, 1_500, 5_000, 100, 1, false]],
  ['firefox', [25_000, 2_500, 5_000, 100, 1, true]],
  ['other', [30_000, 2_000, 5_000, 100, 1, true]],
] as const)('recognition in %s has the specification’s numbers', (id, numbers) => {
  const { recognition } = findBrowserProfile(browserOf(id));
  const { mainTimeoutMs, silenceTimeoutMs, startTimeoutMs, startDelayMs, alternatives } = recognition;
  const own = [mainTimeoutMs, silenceTimeoutMs, startTimeoutMs, startDelayMs, alternatives];
  expect([...own, recognition.isContinuous]).toEqual(numbers);
});

// Attempts, pause and first timeout; echo cancellation, noise suppression, automatic gain; the first format.
test.each([
  ['desktop-chrome', 'desktop', [3, 500, undefined], [true, true, true], 'audio/webm;codecs=opus'],
  ['desktop-safari', 'desktop', [1, 0, undefined], [true, true, true], 'audio/mp4'],
  ['other', 'android', [1, 0, undefined], [true, true, true], 'audio/webm;codecs=opus'],
  ['ios-safari', 'ios', [1, 0, undefined], [false, false, true], 'audio/mp4'],
  ['ios-chrome', 'ios', [5, 1_000, 2_000], [false, false, true], 'audio/mp4'],
  ['other', 'ios', [1, 0, undefined], [false, false, true], 'audio/mp4'],
  ['firefox', 'desktop', [1, 0, undefined], [true, true, false], 'audio/webm;codecs=opus'],
] as const)('the microphone of %s on %s has the specification’s settings', (...row) => {
  const [id, device, asking, hearing, format] = row;
  const { microphone, recording } = findBrowserProfile({ ...browserOf(id), device });
  const { echoCancellation, noiseSuppression, autoGainControl } = microphone.constraints;
  expect([microphone.attempts, microphone.pauseMs, microphone.timeoutStepMs]).toEqual(asking);
  expect([echoCancellation, noiseSuppression, autoGainControl]).toEqual(hearing);
  expect(recording.formats[0]).toBe(format);
  expect(new Set(recording.formats).size).toBe(5);
});

function browserOf(id: BrowserId) {
  return { id, device: 'desktop', isChrome: false, isInstalled: false } as const;
}
