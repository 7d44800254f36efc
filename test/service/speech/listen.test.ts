import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { handler as listen } from '../../../functions/speech/listen.ts';
import { handler as sendChunk } from '../../../functions/speech/send-chunk.ts';
import { createFfmpeg } from '../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../infra/local/providers/transcribe.ts';
import {
  hangs,
  hears,
  scriptedRecogniser,
  spells,
  spoken,
  utterance,
} from '../../support/audio/scripted-recogniser.ts';
import { startSpeaker } from '../../support/audio/speaker.ts';
import { premium, type Someone, startInProcess } from '../../support/handlers/in-process.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const recogniser = scriptedRecogniser();
const standIns = await startStandIns({
  transcribeStreaming: createStreamingHandler(recogniser, createFfmpeg(), { isPaced: false, quota: 2 }),
});
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment, { TRANSCRIBE_LANGUAGES: 'en-US' });
const { user, guest, items, all, logged } = await startInProcess();

/** Audio of interrupted streams stays until it expires. */
let earlier: Awaited<ReturnType<typeof findAudio>> = [];

beforeEach(async () => {
  recogniser.recognise = spells;
  earlier = await findAudio();
});

describe('speech is recognised while it comes', () => {
  test('and the last word ends the stream', async () => {
    const somebody = guest();
    const { listen, speak } = speaker(somebody);
    const listening = listen();
    await speak(0, spoken(1, 2, 3));
    await speak(1, spoken(0, 4), true);
    expect(await listening).toMatchObject({
      status: 200,
      body: { transcript: '1 2 3 4', confidence: expect.closeTo(0.8), heardSeconds: 0.5, isFinished: true },
    });
    expect(await countSeconds(somebody)).toBe(15);
    expect(await findAudio()).toEqual(earlier);
  });

  test('in order, whatever the order of its parts', async () => {
    const { listen, speak } = speaker(guest());
    const listening = listen();
    await speak(3, spoken(7), true);
    for (const sequence of [1, 0, 1, 0]) await speak(sequence, spoken(2 * sequence + 1, 2 * sequence + 2));
    await speak(2, spoken(5, 6));
    const { body } = await listening;
    expect(body).toMatchObject({ transcript: '1 2 3 4 5 6 7', isFinished: true });
    expect(await findAudio()).toEqual(earlier);
  });

  test('each part is answered with the words so far', async () => {
    const { listen, speak, until } = speaker(guest());
    const listening = listen();
    await speak(0, spoken(1, 2, 0));
    const first = await until(1, spoken(3, 4), ({ transcript }) => transcript !== '');
    expect(first).toMatchObject({ transcript: '1 2', heardSeconds: 0.2, isOpen: true });
    const second = await until(1, spoken(3, 4), ({ interim }) => interim === '3 4');
    expect(second).toMatchObject({ heardSeconds: 0.2, spokenSeconds: 0.5, isOpen: true });
    await speak(2, Buffer.alloc(0), true);
    expect((await listening).body).toMatchObject({ transcript: '1 2 3 4', heardSeconds: 0.5 });
  });

  test('silence is no words, with a confidence of 0.9', async () => {
    const { listen, speak } = speaker(guest());
    const listening = listen();
    await speak(0, spoken(0), true);
    expect((await listening).body).toMatchObject({ transcript: '', confidence: 0.9, isFinished: true });
  });

  test('by two callers with one id separately', async () => {
    const [one, other] = [await user(premium), guest()];
    const first = speaker(one);
    const second = startSpeaker({ listen, sendChunk }, other, first.stream);
    const listening = first.listen();
    await first.speak(0, spoken(1));
    expect((await second.send(1, spoken(9))).body).toMatchObject({ hasBegun: false });
    const alsoListening = second.listen();
    await second.speak(0, spoken(2), true);
    await first.speak(1, spoken(3), true);
    expect((await listening).body).toMatchObject({ transcript: '1 3' });
    expect((await alsoListening).body).toMatchObject({ transcript: '2' });
  });
});

describe('a stream is refused, and not counted', () => {
  test('in a language without a recogniser here', async () => {
    const answer = await speaker(guest()).listen('es');
    expect(answer).toMatchObject({ status: 422, body: { code: 'unsupported_language' } });
  });

  test('if its id was used before', async () => {
    const somebody = guest();
    const { listen, speak } = speaker(somebody);
    const listening = listen();
    await speak(0, spoken(1), true);
    await listening;
    expect(await listen()).toMatchObject({
      status: 409,
      body: {
        code: 'conflict',
        error:
          'This recording was already started. This didn’t count toward your limit. Please start a new one.',
      },
    });
    expect(await countSeconds(somebody)).toBe(15);
  });

  test('if the recogniser has no stream left, which is no failed attempt', async () => {
    const others = [speaker(guest()), speaker(guest())];
    const listening = others.map(({ listen }) => listen());
    for (const { until } of others) await until(0, spoken(1), ({ interim }) => interim === '1');
    const somebody = guest();
    const refused = await speaker(somebody).listen();
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '5' },
      body: {
        code: 'rate_limited',
        error:
          'Too many people are speaking to Parley right now. This didn’t count toward your limit. Try again in a few seconds, or type instead.',
      },
    });
    expect(await countSeconds(somebody)).toBe(0);
    for (const { speak } of others) await speak(1, spoken(2), true);
    await Promise.all(listening);
    expect(await findAudio()).toEqual(earlier);
  });
});

describe('a stream that fails', () => {
  test('is returned, and the words until then stay known', async () => {
    recogniser.recognise = async (_audio, tell) => {
      tell(utterance('where is'));
      throw new Error('The recogniser has died.');
    };
    const somebody = await user(premium);
    const { listen, send } = speaker(somebody);
    expect(await listen()).toMatchObject({ status: 502, body: { code: 'provider_failed' } });
    expect((await send(0, spoken(1))).body).toEqual({
      transcript: 'where is',
      heardSeconds: 2,
      interim: '',
      spokenSeconds: 2,
      isOpen: false,
      hasBegun: true,
    });
    const [day, month] = await items('usage', somebody.counters);
    expect([day?.speechSeconds, month?.speechSeconds]).toEqual([0, 0]);
    expect(await findAudio()).toEqual(earlier);
  });

  test('stays counted for the speech that it was sent, and says so', async () => {
    recogniser.recognise = async (audio) => {
      for await (const _ of audio) throw new Error('The recogniser has died.');
    };
    const somebody = await user(premium);
    const { listen, speak } = speaker(somebody);
    const listening = listen();
    await speak(0, spoken(1, 2, 3));
    expect(await listening).toMatchObject({
      status: 502,
      body: { code: 'provider_failed', error: expect.stringContaining('This counted toward your limit.') },
    });
    const [day, month] = await items('usage', somebody.counters);
    expect([day?.speechSeconds, month?.speechSeconds]).toEqual([15, 15]);
    expect(logged()).toContain('"TranscribedSeconds":15');
  });

  test('ends the recogniser', async () => {
    const { recognise, asked, ended } = hangs();
    recogniser.recognise = recognise;
    const { listen, speak } = speaker(guest());
    const listening = listen();
    await asked;
    await speak(0, spoken(1));
    process.env.SPEECH_TABLE = 'no-such-table';
    expect((await listening).status).toBe(500);
    process.env.SPEECH_TABLE = 'speech';
    await ended;
  });
});

test('no words are logged', async () => {
  recogniser.recognise = hears('canary words');
  const { listen, speak } = speaker(guest());
  const listening = listen();
  await speak(0, spoken(1), true);
  expect((await listening).body).toMatchObject({ transcript: 'canary words' });
  expect(logged()).toContain('transcribed');
  expect(logged()).not.toContain('canary');
});

function speaker(somebody: Someone) {
  return startSpeaker({ listen, sendChunk }, somebody);
}

async function countSeconds({ counters }: Someone): Promise<unknown> {
  return (await items('usage', counters))[0]?.speechSeconds;
}

async function findAudio() {
  return (await all('speech')).filter(({ audio }) => audio);
}
