import { afterAll, expect, onTestFinished, test } from 'vitest';
import { handler as listen } from '../../../../functions/speech/listen.ts';
import { handler as sendChunk } from '../../../../functions/speech/send-chunk.ts';
import { documentClient } from '../../../../functions/tables/client.ts';
import { createFfmpeg } from '../../../../infra/local/engines/ffmpeg.ts';
import { createStreamingHandler } from '../../../../infra/local/providers/transcribe.ts';
import { scriptedRecogniser, spells } from '../../../support/audio/scripted-recogniser.ts';
import { startSpeaker } from '../../../support/audio/speaker.ts';
import { startInProcess } from '../../../support/handlers/in-process.ts';
import { startStandIns } from '../../../support/parley/stand-ins.ts';

const recogniser = { ...scriptedRecogniser(), recognise: spells };
const standIns = await startStandIns({
  transcribeStreaming: createStreamingHandler(recogniser, createFfmpeg(), { isPaced: false }),
});
afterAll(standIns.stop);
Object.assign(process.env, standIns.environment, { TRANSCRIBE_LANGUAGES: 'en-US' });
const { guest, item } = await startInProcess();

test('a stream with all parts that it can hold, each sent three times, writes 2,000 units at most', async () => {
  const somebody = guest();
  const second = Buffer.alloc(32_000);
  const { stream, listen: open, send, speak } = startSpeaker({ listen, sendChunk }, somebody);
  const units = countWriteUnits();
  const listening = open();
  const next = async () =>
    Number((await item('speech', `${somebody.partition}#${stream}`, 'STATE'))?.nextSequence);
  for (let sequence = 0; sequence < 24; sequence += 1) await speak(sequence, second);
  await expect.poll(next, { interval: 20 }).toBe(24);
  for (let times = 0; times < 3; times += 1) {
    // The relay takes nothing until the first of them comes.
    const parts = Array.from({ length: 36 }, (_, ahead) => send(60 - ahead, second));
    await Promise.all(parts);
  }
  await send(24, second);
  expect((await listening).status).toBe(200);
  expect(units()).toBeGreaterThan(25 * 32);
  expect(units()).toBeLessThan(2_000);
});

/** @returns DynamoDB's write units since */
function countWriteUnits(): () => number {
  let units = 0;
  documentClient.middlewareStack.add(
    (next, { commandName }) =>
      async (args) => {
        const isWrite = /^(Put|Update|Delete|BatchWrite)/.test(String(commandName));
        if (isWrite) Object.assign(args.input, { ReturnConsumedCapacity: 'TOTAL' });
        const answer = await next(args);
        const { ConsumedCapacity = [] } = answer.output as { ConsumedCapacity?: Capacity | Capacity[] };
        if (isWrite) for (const each of [ConsumedCapacity].flat()) units += each.CapacityUnits ?? 0;
        return answer;
      },
    { step: 'initialize', name: 'units', override: true },
  );
  onTestFinished(() => void documentClient.middlewareStack.remove('units'));
  return () => units;
}

interface Capacity {
  readonly CapacityUnits?: number;
}
