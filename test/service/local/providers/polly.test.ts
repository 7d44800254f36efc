import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import {
  EngineNotSupportedException,
  LanguageNotSupportedException,
  MarksNotSupportedForFormatException,
  PollyClient,
  ServiceFailureException,
  SynthesizeSpeechCommand,
  type SynthesizeSpeechCommandInput,
  TextLengthExceededException,
} from '@aws-sdk/client-polly';
import { afterAll, describe, expect, onTestFinished, test } from 'vitest';
import { createEspeak } from '../../../../infra/local/engines/espeak.ts';
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { killAll } from '../../../../infra/local/engines/process-group.ts';
import { createPollyHandler } from '../../../../infra/local/providers/polly.ts';
import { type HeldProgram, holdPrograms } from '../../../support/parley/held-programs.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const espeak = createEspeak(createFfmpeg());
const standIns = await startStandIns({ polly: createPollyHandler(espeak) });
const polly = new PollyClient(standIns.client('POLLY'));
afterAll(standIns.stop);
afterAll(killAll);

test('the marks of a text have a line for each word, with offsets in bytes', async () => {
  const { AudioStream, ContentType } = await speak({
    Text: 'Olé 👋 olé',
    OutputFormat: 'json',
    SpeechMarkTypes: ['word'],
  });
  expect(ContentType).toBe('application/x-json-stream');
  const lines = ((await AudioStream?.transformToString()) ?? '').trim().split('\n');
  const marks = lines.map((line) => JSON.parse(line));
  expect(marks).toEqual([
    { time: 0, type: 'word', start: 0, end: 4, value: 'Olé' },
    { time: expect.any(Number), type: 'word', start: 10, end: 14, value: 'olé' },
  ]);
  expect(marks[1].time).toBeGreaterThan(200);
});

test('a voice of two languages uses the requested one, or its first', async () => {
  const bytes = async (LanguageCode?: 'hi-IN' | 'en-IN') => {
    const input = { VoiceId: 'Kajal', Text: 'नमस्ते', ...(LanguageCode && { LanguageCode }) } as const;
    const { AudioStream } = await speak(input);
    return Buffer.from((await AudioStream?.transformToByteArray()) ?? []);
  };
  const [first, english, hindi] = await Promise.all([bytes(), bytes('en-IN'), bytes('hi-IN')]);
  expect(first).toEqual(english);
  expect(hindi).not.toEqual(english);
});

test.each([
  ['another engine than the voice has', { VoiceId: 'Carmen', Engine: 'neural' }, EngineNotSupportedException],
  ['a language that the voice lacks', { LanguageCode: 'fr-FR' }, LanguageNotSupportedException],
  ['more than 3,000 characters', { Text: 'x'.repeat(3_001) }, TextLengthExceededException],
  ['marks with sound', { SpeechMarkTypes: ['word'] }, MarksNotSupportedForFormatException],
] as const)('%s is refused as Polly does', async (_, input, fault) => {
  await expect(speak(input as Partial<SynthesizeSpeechCommandInput>)).rejects.toBeInstanceOf(fault);
});

describe('an engine that fails', () => {
  test('is a service failure, and the next text works', async () => {
    const programs = await holdPrograms('ffmpeg');
    const failed = expect(speak({})).rejects.toBeInstanceOf(ServiceFailureException);
    (await programs.next()).die();
    await failed;
    const spoken = expect(speak({})).resolves.toMatchObject({ ContentType: 'audio/mpeg' });
    (await programs.next()).resume();
    await spoken;
  });

  test('and hangs is a service failure, and is killed', async () => {
    const hanging = await startStandIns({
      polly: createPollyHandler(createEspeak(createFfmpeg({ timeoutMs: 1_000 }))),
    });
    onTestFinished(hanging.stop);
    const programs = await holdPrograms('ffmpeg');
    const client = new PollyClient(hanging.client('POLLY'));
    const failed = expect(client.send(new SynthesizeSpeechCommand(hello))).rejects;
    const rejected = failed.toBeInstanceOf(ServiceFailureException);
    await rejected;
    await programs.ended();
  });

  test('is killed when the client disconnects', async () => {
    const programs = await holdPrograms('ffmpeg');
    const caller = new AbortController();
    const gone = polly.send(new SynthesizeSpeechCommand(hello), { abortSignal: caller.signal });
    const failed = expect(gone).rejects.toMatchObject({ name: 'AbortError' });
    const program = await programs.next();
    caller.abort();
    await failed;
    await program.ended;
  });
});

test('programs in parallel are limited to the cores, and at least two', async () => {
  const limit = Math.max(2, availableParallelism());
  // The first text also lists the voices, with one more program.
  await speak({});
  const programs = await holdPrograms('espeak-ng', 'ffmpeg');
  const texts = limit + 2;
  const speaking = Promise.all(Array.from({ length: texts }, () => speak({})));
  const held: HeldProgram[] = [];
  // Each text takes two programs.
  for (let started = 1; started <= 2 * texts; started += 1) {
    held.push(await programs.next());
    if (held.length === limit) held.shift()?.resume();
  }
  for (const each of held) each.resume();
  await speaking;
  expect(programs.most()).toBe(limit);
});

test('texts are never commands or options', async () => {
  await speak({ Text: '$(touch parley-was-here); `touch parley-was-here` | touch parley-was-here' });
  await speak({ Text: '--version' });
  expect(existsSync('parley-was-here')).toBe(false);
});

const hello = {
  Text: 'Where is the train station',
  VoiceId: 'Joanna',
  Engine: 'neural',
  OutputFormat: 'mp3',
} as const;

function speak(input: Partial<SynthesizeSpeechCommandInput>) {
  return polly.send(new SynthesizeSpeechCommand({ ...hello, ...input }));
}
