import { randomUUID } from 'node:crypto';
import { PutCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { EndpointId } from '../../../shared/api/index.ts';
import { wavOf } from '../../support/audio/wav.ts';
import { goodRequest, recordingForm } from '../../support/handlers/good-calls.ts';
import type { Stage } from '../faults/matrix.ts';
import { as, newGuest, newPremium, type Person } from '../faults/people.ts';
import type { Cell, Product } from '../faults/product.ts';

const clip = recordingForm(wavOf(Buffer.alloc(32_000)));

/** A refused function looks up which ceiling was reached, which takes rights as well. */
export const ceilingStages: readonly Stage[] = [
  stageOf('translation.translate', async () => newGuest(), /^GUEST#/),
  stageOf('translation.translate', async () => newGuest(), /^ADDRESS#/),
  stageOf('translation.translate', newPremium, /^USER#/),
  stageOf('translation.keep', newPremium, /^USER#/),
  stageOf('speech.transcribe', async () => newGuest(), /^GUEST#/),
  stageOf('speech.transcribe', async () => newGuest(), /^ADDRESS#/),
  stageOf('speech.transcribe', newPremium, /^USER#/),
  stageOf('speech.synthesize', newPremium, /^USER#/),
];

function stageOf(
  id: EndpointId,
  who: (product: Product, cell: Cell) => Promise<Person>,
  reached: RegExp,
): Stage {
  const prepare = async (product: Product, cell: Cell) => {
    const person = await who(product, cell);
    const request = () =>
      as(person, {
        ...goodRequest(id),
        ...(id === 'speech.transcribe' && clip),
        ...(id === 'translation.translate' && { headers: { 'idempotency-key': randomUUID() } }),
      });
    await product.ask(product.newCell(cell.place), id, request());
    await exhaust(cell, reached);
    return { person, request: request(), status: 429 };
  };
  return { id, scene: { name: `beyond the ceiling ${reached.source}`, isAlone: true, prepare } };
}

async function exhaust({ place: { documents } }: Cell, reached: RegExp): Promise<void> {
  const { Items = [] } = await documents.send(new ScanCommand({ TableName: 'usage' }));
  const most = {
    used: 1e6,
    characters: 1e7,
    speechSeconds: 1e6,
    spokenCharacters: 1e7,
    importedCharacters: 1e7,
  };
  for (const item of Items.filter(({ pk }) => reached.test(pk))) {
    await documents.send(new PutCommand({ TableName: 'usage', Item: { ...item, ...most } }));
  }
}
