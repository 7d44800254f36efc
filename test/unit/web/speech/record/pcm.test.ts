import { afterEach, expect, test, vi } from 'vitest';
import { openPcmCapture } from '../../../../../web/speech/record/pcm.ts';

afterEach(() => vi.unstubAllGlobals());

test('a context that a phone call has suspended is resumed, until it is closed', () => {
  const context = fakeContext();
  const pcm = openPcmCapture(1);
  expect(context.resumes).toBe(1);
  context.become('running');
  context.become('interrupted');
  context.become('suspended');
  expect(context.resumes).toBe(3);
  context.become('running');
  expect(context.resumes).toBe(3);
  pcm.close();
  context.become('closed');
  expect(context.resumes).toBe(3);
});

function fakeContext() {
  const made = Object.assign(new EventTarget(), {
    state: 'suspended',
    resumes: 0,
    async resume() {
      made.resumes += 1;
    },
    async close() {},
    become(state: string) {
      made.state = state;
      made.dispatchEvent(new Event('statechange'));
    },
  });
  vi.stubGlobal('AudioContext', function AudioContext() {
    return made;
  });
  vi.stubGlobal('GainNode', class {});
  return made;
}
