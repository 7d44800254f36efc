import { describe, expect, test } from 'vitest';
import {
  createStreaming,
  listTasks,
  nextStreaming,
  readStreamedText,
  type Streaming,
  type StreamingEvent,
} from '../../../../../web/speech/transcribe/streaming.ts';
import { joinPieces } from '../../../../../web/speech/transcribe/transcript.ts';

const rate = 16_000;

describe('a stream', () => {
  test('opens when somebody speaks, a moment before the words', () => {
    const quiet = play(recorded(10, { speechUntil: 0 }));
    expect(tasksOf(quiet)).toEqual([]);
    const open = play(recorded(10, { speechUntil: 0 }), recorded(10.5, { speechFrom: 10.2 }));
    expect(tasksOf(open)).toEqual(['listen 1', 'wait 50 ms']);
    expect(tasksOf(afterDelay(open))).toEqual(['listen 1', 'send-chunk 1.0 of 10–10.5']);
  });

  test('takes three chunks at once, the earliest first, and longer ones while they are under way', () => {
    const open = play(recorded(4), ...seconds(4.5, 6), heard(0));
    const chunks = ['1.1 of 1–2', '1.2 of 2–3', '1.3 of 3–4'].map((chunk) => `send-chunk ${chunk}`);
    expect(tasksOf(open)).toEqual(['listen 1', ...chunks]);
    const next = nextStreaming(open, heard(2));
    expect(tasksOf(next).at(-1)).toBe('send-chunk 1.4 of 4–5');
  });

  test('takes the rest at once when the recording ends', () => {
    const ended = play(recorded(0.5), heard(0), recorded(0.7, { isEnded: true }));
    expect(tasksOf(ended)).toEqual(['listen 1', 'send-chunk 1.1 of 0.5–0.7, the last']);
    const empty = play(recorded(0.5), heard(0), recorded(0.5, { isEnded: true }));
    expect(tasksOf(empty)).toEqual(['listen 1', 'send-chunk 1.1 of 0.5–0.5, the last']);
  });

  test('takes no silence when the recording ends', () => {
    const spoken = play(recorded(0.5), heard(0), ...seconds(1, 2));
    const paused = [2.5, 3, 3.5].reduce(
      (state, until) => nextStreaming(state, recorded(until, { speechUntil: 2 })),
      spoken,
    );
    const ended = nextStreaming(paused, recorded(4, { speechUntil: 2, isEnded: true }));
    expect(ended.stream.chunks.at(-1)).toMatchObject({ from: 3 * rate, until: 3 * rate, isLast: true });
    const tapped = nextStreaming(spoken, recorded(4, { speechUntil: 2.1, isEnded: true }));
    expect(tapped.stream.chunks.at(-1)).toMatchObject({ until: 2.4 * rate, isLast: true });
    expect(nextStreaming(tapped, closed(1, finished('one', 2.4)))).toMatchObject({ phase: 'complete' });
  });

  test('that is closed gets no more chunks', () => {
    const closed = play(recorded(0.5), heard(0, { isOpen: false }), recorded(1), recorded(1.5));
    expect(tasksOf(closed)).toEqual(['listen 1']);
  });

  test('has a timeout for each step, because a dropped connection may never report an error', () => {
    const timeout = (state: Streaming) =>
      listTasks(state).flatMap((work) =>
        work.type === 'wait' && work.event.type === 'listen-failed' ? work.durationMs : [],
      );
    const steps = [recorded(0.5), heard(0), recorded(1), heard(1, { isOpen: false })];
    expect([1, 2, 4].map((count) => timeout(play(...steps.slice(0, count))))).toEqual([
      [8_000],
      [30_000],
      [3_000],
    ]);
  });
});

describe('the text', () => {
  test('is the newest, in whatever order the answers arrive', () => {
    const newest = heard(2, { transcript: 'where', heardSeconds: 0.5, interim: 'is the train' });
    const steps = [recorded(0.5), heard(0), recorded(1), recorded(1.5), newest];
    const late = heard(1, { interim: 'were' });
    expect(readStreamedText(play(...steps, late))).toBe('where is the train');
  });

  test('keeps the latest words until the next stream has some', () => {
    const lost = play(
      recorded(3),
      heard(0, { transcript: 'where is', heardSeconds: 0.5, interim: 'the' }),
      broken(1),
      { type: 'delay-ended' },
      heard(0, {}, 2),
    );
    expect(readStreamedText(lost)).toBe('where is the');
    const next = nextStreaming(lost, heard(1, { interim: 'the train' }, 2));
    expect(readStreamedText(next)).toBe('where is the train');
  });

  test('has spaces only where the language does', () => {
    const answer = { ...finished('二', 1), isFinished: false };
    const steps = [recorded(1), heard(0), closed(1, answer), recorded(2), heard(0, { interim: '三' }, 2)];
    expect(readStreamedText(playIn('zh-CN', ...steps))).toBe('二三');
  });
});

describe('the end of a stream', () => {
  test('in silence opens the next one when somebody speaks again', () => {
    const steps = [
      recorded(4, { speechUntil: 2 }),
      heard(0),
      closed(1, { ...finished('one', 3), isFinished: false }),
    ];
    expect(tasksOf(play(...steps))).toEqual([]);
    const spoken = play(...steps, recorded(9, { speechUntil: 2 }), recorded(9.5, { speechFrom: 9.2 }));
    expect(tasksOf(afterDelay(spoken))).toEqual(['listen 2', 'send-chunk 2.0 of 9–9.5']);
    expect(play(...steps, recorded(9, { speechUntil: 2, isEnded: true })).phase).toBe('complete');
  });
});

describe('a pause', () => {
  const spoken = [recorded(0.5), heard(0), ...seconds(1, 14)];
  const paused = [...spoken, recorded(14.4, { speechUntil: 13.9 })];
  const again = [recorded(16, { speechFrom: 15, speechUntil: 16 }), wait(2), heard(0, { interim: 'two' }, 2)];

  test('of half a second ends a stream of 14 seconds, and the next words open another one at once', () => {
    expect(play(...paused).closing).toMatchObject({ number: 1, cutUntil: 14.4 * rate, hasLastChunk: true });
    const state = play(...paused, ...again);
    expect(state).toMatchObject({ phase: 'open', stream: { number: 2, from: 14.8 * rate } });
    expect(tasksOf(state)).toContain('listen 1');
    expect(tasksOf(state)).toContain('listen 2');
  });

  test('loses no beginning of the next word', () => {
    const split = play(...paused, recorded(14.5, { speechFrom: 14.38, speechUntil: 14.5 }));
    expect(split.stream).toMatchObject({ number: 2, from: 14.2 * rate });
  });

  test.each([
    ['shorter', 14.4, 14],
    ['in an earlier stream', 13.9, 13],
    ['in a stream that has much to send', 21, 20],
  ])('that is %s ends none', (_, until, speechUntil) => {
    const before = play(recorded(0.5), heard(0), ...seconds(1, Math.floor(until) - 1));
    expect(nextStreaming(before, recorded(until, { speechUntil })).closing).toBeUndefined();
  });

  test('ends no stream while the previous answer is pending', () => {
    const state = play(...paused, ...again, ...seconds(17, 29), recorded(31, { speechUntil: 30 }));
    expect(state).toMatchObject({ phase: 'open', stream: { number: 2, hasLastChunk: false } });
  });

  test('needs nothing again if its stream breaks after the last word', () => {
    const words = { transcript: 'one', heardSeconds: 13.9 };
    const state = play(...paused, ...again, heard(3, words), broken(1));
    expect(state).toMatchObject({ phase: 'open', stream: { number: 2 }, closing: undefined });
    expect(readStreamedText(state)).toBe('one two');
  });

  test('waits for its stream after the next one has failed for good', () => {
    const refused = broken(2, { isPermanent: true, isAllowanceUsedUp: true });
    const state = play(...paused, ...again, refused);
    expect(tasksOf(state)).toContain('listen 1');
    const over = nextStreaming(state, closed(1, finished('one', 14.4)));
    expect(over).toMatchObject({ phase: 'failed', coveredUntil: 14.8 * rate, closing: undefined });
    const lost = nextStreaming(state, broken(1));
    expect(lost).toMatchObject({ phase: 'failed', coveredUntil: 0, closing: undefined });
  });
});

describe('a failure', () => {
  test('of a chunk for the sixth time ends its stream', () => {
    const again = (): StreamingEvent[] => [lost(1), { type: 'chunk-delay-ended', stream: 1, sequence: 1 }];
    const failures = Array.from({ length: 6 }, again).flat().slice(0, -1);
    const words = { transcript: 'one', heardSeconds: 0.4 };
    const state = play(recorded(0.5), heard(0, words), recorded(1), ...failures);
    expect(tasksOf(state)).toEqual(['wait 250 ms']);
    expect(tasksOf(afterDelay(nextStreaming(state, { type: 'delay-ended' })))).toEqual([
      'listen 2',
      'send-chunk 2.0 of 0.4–1',
    ]);
  });

  test('of a stream without a word left needs no other one', () => {
    const words = { transcript: 'one', heardSeconds: 0.95 };
    const state = play(recorded(1, { isEnded: true }), heard(0, words), broken(1));
    expect(state.phase).toBe('complete');
  });

  test.each([
    ['while somebody speaks', false, 7],
    ['after that', true, 3],
  ])('that lasts is final %s after %s streams', (_, isEnded, most) => {
    let state = play(recorded(1, { isEnded }));
    let streams = 0;
    while (state.phase !== 'failed') {
      streams++;
      state = nextStreaming(nextStreaming(state, broken(streams)), { type: 'delay-ended' });
    }
    expect(streams).toBe(most);
  });
});

test('giving up keeps what was transcribed', () => {
  const gone = play(
    recorded(0.5),
    heard(0, { transcript: 'one', heardSeconds: 0.4 }),
    ...seconds(1, 14),
    recorded(14.5, { speechUntil: 14 }),
    { type: 'abandoned' },
  );
  expect(gone).toMatchObject({ phase: 'failed', coveredUntil: 0.4 * rate, closing: undefined });
});

test('giving up keeps what the latest stream has transcribed', () => {
  const words = { transcript: 'one', heardSeconds: 0.4, interim: 'two' };
  const state = play(recorded(1), heard(0, words), { type: 'abandoned' });
  expect(state).toMatchObject({ phase: 'failed', coveredUntil: 0.4 * rate });
  expect(textOf(state).transcript).toBe('one');
  expect(tasksOf(state)).toEqual([]);
  expect(nextStreaming(state, closed(1, finished('one two', 1)))).toBe(state);
});

function play(...events: StreamingEvent[]): Streaming {
  return playIn('en-US', ...events);
}

function playIn(language: string, ...events: StreamingEvent[]): Streaming {
  return events.reduce(nextStreaming, createStreaming(language));
}

/** Everything up to now is speech, unless told otherwise. */
function recorded(
  until: number,
  { speechFrom = 0, speechUntil = until, isEnded = false } = {},
): Extract<StreamingEvent, { type: 'recorded' }> {
  const speech = { speechFrom: speechFrom * rate, speechUntil: speechUntil * rate };
  return { type: 'recorded', until: until * rate, ...speech, isEnded };
}

/** The first chunk of the stream has waited. */
function afterDelay(state: Streaming): Streaming {
  return nextStreaming(state, wait(state.stream.number));
}

function wait(stream: number): StreamingEvent {
  return { type: 'chunk-delay-ended', stream, sequence: 0 };
}

function seconds(from: number, until: number): StreamingEvent[] {
  return Array.from({ length: (until - from) * 2 + 1 }, (_, half) => recorded(from + half / 2));
}

function heard(sequence: number, words = {}, stream = 1): StreamingEvent {
  const answer = {
    transcript: '',
    heardSeconds: 0,
    interim: '',
    spokenSeconds: 0,
    isOpen: true,
    hasBegun: true,
    ...words,
  };
  return { type: 'chunk-answered', stream, sequence, answer };
}

function lost(sequence: number): StreamingEvent {
  return { type: 'chunk-failed', stream: 1, sequence };
}

function broken(stream: number, failure = {}): StreamingEvent {
  const lost = { isPermanent: false, isAllowanceUsedUp: false, retryAfterMs: undefined, ...failure };
  return { type: 'listen-failed', stream, failure: lost };
}

type Answer = Extract<StreamingEvent, { type: 'listen-answered' }>['answer'];

function closed(stream: number, answer: Answer): StreamingEvent {
  return { type: 'listen-answered', stream, answer };
}

function finished(transcript: string, heardSeconds: number, confidence = 0.7): Answer {
  return { transcript, heardSeconds, confidence, isFinished: true };
}

function textOf({ pieces, language }: Streaming) {
  return joinPieces(pieces, language);
}

/** Without the timeouts of requests. */
function tasksOf(state: Streaming): string[] {
  return listTasks(state).flatMap((work) => {
    if (work.type === 'listen') return work.key;
    if (work.type === 'wait') return work.event.type.endsWith('ended') ? `wait ${work.durationMs} ms` : [];
    const { from, until, isLast } = work.chunk;
    return `${work.key} of ${from / rate}–${until / rate}${isLast ? ', the last' : ''}`;
  });
}
