import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

type Fate = 'never arrives' | 'fails' | 'arrives, and its answer does not' | 'arrives twice';

interface Command {
  readonly input: {
    readonly Key?: { readonly pk: string; readonly sk: string };
    readonly Item?: { readonly pk: string };
    readonly UpdateExpression?: string;
  };
}

type Send = (command: Command) => Promise<unknown>;

/** Loses some writes of days, totals, ledger and outboxes. @param options.share of 1 */
export function loseWrites(
  clients: readonly DynamoDBDocumentClient[],
  { chance, share }: { chance: () => number; share: number },
) {
  let lost = 0;
  const stop = interpose(clients, async (command, send) => {
    const fates = fatesOf(command);
    if (fates.length === 0 || chance() >= share) return send(command);
    lost += 1;
    const fate = fates[Math.floor(chance() * fates.length)];
    if (fate === 'never arrives') return {};
    if (fate === 'fails') throw new Lost();
    const answer = await send(command);
    if (fate === 'arrives, and its answer does not') throw new Lost();
    await send(command).catch(() => {});
    return answer;
  });
  return { lost: () => lost, stop };
}

/**
 * Fails every request after some, like a killed process.
 *
 * @param options.answered the first failing one is carried out
 */
export function dieAfter(
  clients: readonly DynamoDBDocumentClient[],
  { requests, answered }: { requests: number; answered: boolean },
): () => void {
  let left = requests;
  return interpose(clients, async (command, send) => {
    left -= 1;
    if (left >= 0) return send(command);
    if (left === -1 && answered) await send(command);
    throw new Lost();
  });
}

export function beforeRequests(
  clients: readonly DynamoDBDocumentClient[],
  happens: () => Promise<unknown>,
): () => void {
  return interpose(clients, async (command, send) => {
    await happens();
    return send(command);
  });
}

/** A failed take-out of the outbox is repeated; an acknowledged ledger write is stored. */
function fatesOf({ input: { Key, Item, UpdateExpression = '' } }: Command): Fate[] {
  const isAddition = Key?.pk === 'STATS';
  const isTakenOut = Key?.sk === 'PROFILE' && UpdateExpression.startsWith('REMOVE unentered');
  if (isAddition || isTakenOut)
    return ['never arrives', 'fails', 'arrives, and its answer does not', 'arrives twice'];
  return Item?.pk.startsWith('LEDGER#') ? ['fails', 'arrives, and its answer does not'] : [];
}

function interpose(
  clients: readonly DynamoDBDocumentClient[],
  between: (command: Command, send: Send) => Promise<unknown>,
): () => void {
  const undo = clients.map((client) => {
    const send = client.send;
    const passOn = send.bind(client) as unknown as Send;
    client.send = ((command: Command) => between(command, passOn)) as unknown as typeof send;
    return () => {
      client.send = send;
    };
  });
  return () => {
    for (const each of undo) each();
  };
}

class Lost extends Error {
  override readonly name = 'Lost';
}
