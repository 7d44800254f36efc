import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { isBusy, saveBeforeLeaving } from '../../../../../web/browser/leaving.ts';
import { queryClient } from '../../../../../web/queries.ts';
import { speaker } from '../../../../../web/speech/speak/speaker.ts';
import {
  loadConversation,
  type RunningConversation,
  runConversation,
} from '../../../../../web/translation/conversation/run-conversation.ts';
import { privateMode } from '../../../../../web/translation/private-mode.ts';
import { stubStorage } from '../../../../support/component/storage.ts';

const { listen, call, say } = vi.hoisted(() => ({ listen: vi.fn(), call: vi.fn(), say: vi.fn() }));
vi.mock('../../../../../web/translation/translator/voice.ts', () => ({ listen }));
vi.mock('../../../../../web/speech/speak/say.ts', () => ({ say }));
vi.mock('../../../../../web/api.ts', async (importOriginal) => ({
  ...(await importOriginal<object>()),
  call,
}));

/** Ends the current speech. */
let endVoice: (problem?: string) => void;
let kept: Map<string, string>;
let cookie: string;
let conversation: RunningConversation;

beforeEach(() => {
  cookie = '';
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('addEventListener', () => {});
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
  });
  kept = stubStorage('sessionStorage');
  call.mockImplementation(async (_id, { text }) => ({ translatedText: `${text}, translated` }));
  listen.mockReturnValue({ finish() {}, discard() {} });
  say.mockImplementation((_text, _language, { onPhase, onEnd }) => {
    onPhase('speaking');
    endVoice = onEnd;
    return () => {};
  });
  conversation = runConversation();
  conversation.send({ type: 'opened', source: 'en-US', target: 'es' });
});
afterEach(() => {
  conversation.send({ type: 'turns-cleared' });
  speaker.stop();
  speaker.setBlocked(false);
  queryClient.clear();
  vi.unstubAllGlobals();
});

describe('a turn that is translated', () => {
  test('is not spoken when muted, and the waiting side begins at once', async () => {
    say.mockClear();
    conversation.send({ type: 'mute-toggled' });
    await type('far', 'hola');
    expect(speaker.get().phase).toBe('silent');
    const mics = await speak('near', 'hello', 'far');
    await expect.poll(() => mics()).toEqual(['en-US', 'es']);
    expect(say).not.toHaveBeenCalled();
  });

  test('without a voice does not delay the waiting side', async () => {
    const mics = await speak('near', 'hello', 'far');
    await expect.poll(() => speaker.get().phase).toBe('speaking');
    endVoice('There is no voice.');
    await expect.poll(() => mics()).toEqual(['en-US', 'es']);
  });
});

test('nothing is spoken while the microphone is open', async () => {
  conversation.send({ type: 'talk-tapped', side: 'near' });
  speaker.speak('turn-1', 'hola', 'es');
  expect(speaker.get()).toMatchObject({ phase: 'silent', problem: 'Stop recording to hear it.' });
});

test('the page is busy during speech and while a recording is not recognised', async () => {
  expect(isBusy()).toBe(false);
  const clips = [new Blob(['sound'])];
  conversation.send({ type: 'talk-tapped', side: 'near' });
  expect(isBusy()).toBe(true);
  conversation.send({ type: 'speech-recorded', clips });
  const failure = { code: 'transcription', text: 'No answer.' } as const;
  conversation.send({ type: 'voice-failed', failure });
  conversation.send({ type: 'talk-tapped', side: 'far' });
  conversation.send({ type: 'cancelled' });
  expect(conversation.get().phase).toBe('idle');
  expect(isBusy()).toBe(true);
});

describe('the conversation is kept for the tab', () => {
  test('with each turn, without sound, and with drafts when the page is left', async () => {
    await type('near', 'hello');
    conversation.send({ type: 'drafted', side: 'far', text: 'ho' });
    saveBeforeLeaving('reload');
    expect(loadConversation(null)).toMatchObject({
      languages: { near: 'en-US', far: 'es' },
      drafts: { near: '', far: 'ho' },
      turns: [{ side: 'near', text: 'hello', translation: 'hello, translated', clips: [] }],
    });
  });

  test('until it is cleared', async () => {
    await type('near', 'hello');
    expect(kept.has('parley.conversation')).toBe(true);
    conversation.send({ type: 'turns-cleared' });
    expect(kept.has('parley.conversation')).toBe(false);
  });

  test('never with turns from private mode, even when a clearing is undone later', async () => {
    privateMode.set(true);
    await type('near', 'hello');
    privateMode.set(false);
    conversation.send({ type: 'turns-cleared' });
    conversation.send({ type: 'clearing-undone' });
    expect(conversation.get().turns).toHaveLength(1);
    expect(loadConversation(null)).toBeUndefined();
  });

  test('also for the guest after the login', async () => {
    await type('near', 'hello');
    expect(loadConversation('ada')?.turns).toHaveLength(1);
  });

  test('only for the account in which it took place', async () => {
    cookie = 'parley_signed_in=1';
    queryClient.setQueryData(['/api/auth/user'], { id: 'ada' });
    await type('near', 'hello');
    expect(loadConversation('ada')?.turns).toHaveLength(1);
    expect(loadConversation('bob')).toBeUndefined();
    expect(kept.has('parley.conversation')).toBe(false);
  });

  test.for(['{', 'null', '{"languages":{"near":"xx","far":"es"},"drafts":{},"turns":[]}'])(
    'unreadable data is ignored: %s',
    (stored) => {
      kept.set('parley.conversation', stored);
      expect(loadConversation(null)).toBeUndefined();
    },
  );
});

async function type(side: 'near' | 'far', text: string): Promise<void> {
  const { length } = conversation.get().turns;
  conversation.send({ type: 'drafted', side, text });
  conversation.send({ type: 'draft-sent', side });
  await expect.poll(() => conversation.get().turns[length]?.translation).toBe(`${text}, translated`);
}

/**
 * One side speaks, and the other one's button is pressed during it.
 *
 * @returns the languages of later recordings
 */
async function speak(side: 'near' | 'far', text: string, waiting: 'near' | 'far'): Promise<() => string[]> {
  listen.mockClear();
  conversation.send({ type: 'talk-tapped', side });
  conversation.send({ type: 'listening-started' });
  await expect.poll(() => listen).toHaveBeenCalled();
  conversation.send({ type: 'talk-tapped', side: waiting });
  conversation.send({ type: 'transcript-arrived', transcript: text, confidence: 1 });
  return () => listen.mock.calls.map(([language]) => language);
}
