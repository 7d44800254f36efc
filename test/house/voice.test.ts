import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/**
 * What the product promises of its voice, by section of its specification, and the test that holds each promise. What it
 * says when something goes wrong is in `error-catalogue.test.ts`.
 */
const promises: Record<string, readonly [promise: string, file: string, title: string][]> = {
  'states and transitions': [
    [
      'the record button asks for the microphone and listens',
      'web/conversation',
      'goes from the tap through listening and recognising to the translation',
    ],
    ['tapped again, it stops', 'browser/voice', 'a tap begins and ends it'],
    [
      'a final transcript stops it and is translated',
      'web/conversation',
      'goes to the translation at once where the method of listening recognises by itself',
    ],
    [
      'a recording error falls back to the next input method',
      'browser/input-methods',
      'Premium whose recorder breaks is heard by the browser within the same tap',
    ],
    [
      'where none remains, recording has failed',
      'browser/input-methods',
      'when the recogniser and the recorder both fail, recording has failed, and the text can be typed',
    ],
    ['the first voice error is a toast', 'web/voice-toast', 'is told by its sentence the first time'],
    [
      'the second in a row shows the type-instead card',
      'web/guide',
      '%s opens nothing the first time, and from the second time on the card to type in',
    ],
    [
      'a Chrome permission or set-up error shows the Chrome guide',
      'web/guide',
      'in Chrome on a desktop opens its set-up each time',
    ],
    [
      'a recogniser that stopped or was interrupted shows the recognition-issue card',
      'web/guide',
      'in %s, what stops by itself opens the trouble card each time',
    ],
    [
      'the count of errors resets on a transcript',
      'web/conversation',
      'failures add up until something is heard',
    ],
    [
      'a translation is spoken where auto-play is on',
      'browser/speaking',
      'speaks a translation by itself, at volume 0.8 and 100 ms after it came',
    ],
    [
      'auto-speak on iOS Safari depends on the unlock',
      'browser/speaking',
      'that is locked waits with a translation for a tap, and says it 200 ms after',
    ],
    [
      'the microphone tap unlocks, by a silent sound and silent speech, and resumes the audio context',
      'browser/speaking',
      'is unlocked in the tap on the microphone, by a silent sound, silent speech and the audio context',
    ],
    [
      'the unlock is remembered',
      'browser/speaking',
      'that was unlocked on an earlier visit speaks by itself, between 0.7 and 1',
    ],
    [
      'start is ignored while it listens or starts',
      'web/recognition',
      'is ignored while starting, listening, or not over yet',
    ],
    [
      'it listens once the recogniser says so',
      'web/recognition',
      'goes from the pause through the start to listening, which begins when the recogniser says so',
    ],
    ['that resets the retries', 'web/recognition', 'counts anew when one begins'],
    ['it is idle on an error', 'web/recognition', 'is over when its end does not come'],
    [
      'it is idle on a manual stop',
      'web/recognition',
      'when it is finished, with the words that come until it is over',
    ],
    [
      'it is idle on clean-up',
      'web/recognition',
      'ends at once before the recogniser is started, and aborts it after',
    ],
    ['listening stops on the main time-out', 'web/recognition', 'on the main time-out'],
    [
      'listening stops on the silence time-out after speech',
      'web/recognition',
      'on the silence time-out, which runs after speech alone and begins anew with each result',
    ],
    [
      'a transcript is kept until the next',
      'web/recognition',
      'and what was heard is kept until the next start',
    ],
    ['aborted is retried, 1 s later', 'web/recognition', 'is followed by another, a second later'],
    ['aborted is retried 3 times at most', 'web/recognition', 'is followed by three at most'],
    ['what has not begun in time fails', 'web/run-recognition', 'it never begins and never ends'],
    [
      'the wizards move next and previous',
      'browser/guides',
      'goes forward and back, its focus on the heading of each step',
    ],
    [
      'their last step retries the microphone',
      'browser/guides',
      'tries the microphone again at its last step',
    ],
    [
      'the overlay requires the microphone before speech',
      'browser/guides',
      'has the microphone first, says where a refused one is allowed, and then activates speech',
    ],
    [
      'it retries recording 0.5 s after its end',
      'browser/guides',
      'tries the microphone again 0.5 s after all is done, unless it is closed before',
    ],
  ],
  'validation rules': [
    [
      'speed from 0.5 to 2 by 0.1, sensitivity from 1 to 10 by 1',
      'browser/interface',
      'the sliders have the range and the steps of their settings',
    ],
    ['the clamps of iOS Safari by occasion', 'web/utterance', 'upon %s, %j, is %j'],
    ['empty text is not spoken', 'web/world', 'speaking empty text does nothing'],
    [
      'the fallback text areas submit on Enter without Shift',
      'browser/guides',
      'translates with Enter, and begins a line with Shift+Enter',
    ],
    [
      'a stream without an audio track is a failure',
      'web/microphone',
      'a stream without sound is closed and counts as no microphone',
    ],
    ['recognition defaults to en-US', 'web/run-recognition', 'listens to %j as %s'],
    ['recognition needs the browser’s interface', 'web/run-recognition', 'the browser has no recogniser'],
    [
      'echo cancellation, noise suppression and auto gain by browser',
      'web/profiles',
      'echo cancellation, noise suppression and auto gain: %s',
    ],
  ],
  'roles and permissions': [
    [
      'desktop Chrome asks 3 times with 500 ms pauses',
      'web/microphone',
      'is asked for three times on desktop Chrome, half a second apart',
    ],
    [
      'iOS Chrome asks 5 times with growing time-outs and 1 s pauses',
      'web/microphone',
      'gets 2, 4, 6, 8 and 10 seconds on Chrome for iPhone, with a second between',
    ],
  ],
  'business constants': [
    [
      'toasts stay 4 s or 6 s',
      'browser/interface',
      'a toast goes after 4 s, one with more to read after 6 s',
    ],
    ['one toast is visible', 'web/stores', 'one is visible at a time: the newest'],
    ['default settings', 'web/settings', 'is the defaults when there is nothing'],
    ['rate 1, pitch 1, volume 1', 'web/utterance', 'is by default the voice’s own'],
    [
      'auto-play at volume 0.8, 100 ms after',
      'browser/speaking',
      'speaks a translation by itself, at volume 0.8 and 100 ms after it came',
    ],
    ['mono at 44,100 Hz', 'web/profiles', 'echo cancellation, noise suppression and auto gain: %s'],
    ['128 kbps, one chunk a second', 'web/profiles', '128 kbps, one chunk per second'],
    ['formats in order', 'web/profiles', '%s: webm with opus, webm, mp4, wav, ogg with opus'],
    [
      'interim text every 2 s over the last 3',
      'web/interim',
      'every 2 seconds the last 3 are asked about, as a WAV, as interim',
    ],
    ['confidence 0.8 for interim, 0.9 for final text', 'web/recognition', 'the confidence'],
    [
      'the same of clips',
      'web/transcription',
      'count for their length in the confidence; silent ones do not, and 0.9 stands for none',
    ],
    ['recognition time-outs', 'web/profiles', 'time-outs, main and silence after speech: %s %d s and %d s'],
    ['retries on abort', 'web/profiles', 'max retries on abort 3, waiting 1 s each time'],
    ['start-failure time-out', 'web/profiles', 'start-failure time-out 5 s (3 s iOS Chrome)'],
    [
      'delays before start',
      'web/profiles',
      'delay before start: 300 ms after clean-up, then 800 ms (iOS Chrome), 200 ms (desktop Chrome) or 100 ms (others)',
    ],
    ['alternatives', 'web/profiles', 'alternatives: 1 (up to 3 in desktop Chrome)'],
    [
      'continuous mode',
      'web/profiles',
      'continuous mode is off on iPhone Safari; iOS Chrome is continuous with interim results',
    ],
    [
      'permission attempts',
      'web/profiles',
      'iOS Chrome: up to 5 attempts with time-outs of 2 s, 4 s, 6 s and so on, and 1 s pauses',
    ],
    [
      'wizards of 4 and 5 steps',
      'web/guides',
      'are four on the card and five in the dialog, each of its own',
    ],
  ],
};

const rows = Object.entries(promises).flatMap(([section, points]) =>
  points.map(([promise, file, title]) => ({ section, promise, file, title })),
);

test.for(rows)('$section: $promise', ({ file, title }) => {
  const source = readFileSync(new URL(`../${file}.test.ts`, import.meta.url), 'utf8');
  expect(source).toContain(`'${title}',`);
});
