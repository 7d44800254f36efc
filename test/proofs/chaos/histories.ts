import { ulid } from 'ulid';
import type { RunningParley } from '../../support/parley/system.ts';
import { visitPremium } from '../../support/people/premium.ts';
import type { Visitor } from '../../support/people/session.ts';
import { type Kind, read, type Scene, type Work } from './journal.ts';

export async function keepHistory(parley: RunningParley): Promise<Work> {
  const visitor = await visitPremium(parley.url, parley.dynamodb);
  const history = new Map<string, boolean>();
  const unseen: { kind: Kind; ids: readonly string[] }[] = [];
  let underWay: Change | undefined;

  const execute = async (change: Change, journal: Scene['journal']) => {
    underWay = change;
    await change.send(visitor);
    apply(history, change);
    unseen.push(change);
    underWay = undefined;
    journal.acknowledge(change.kind);
  };
  return {
    write: ({ chance, journal }) => execute(nextChange([...history.keys()], chance), journal),
    check: async ({ journal }) => {
      let found = await readHistory(visitor);
      if (underWay) {
        const change = underWay;
        const after = new Map(history);
        apply(after, change);
        journal.resume(
          change.kind,
          change.ids.every((id) => found.get(id) === after.get(id)),
        );
        // Repeating a change has no effect.
        await change.send(visitor);
        apply(history, change);
        unseen.push(change);
        underWay = undefined;
        journal.acknowledge(change.kind);
        found = await readHistory(visitor);
      }
      for (const { kind, ids } of unseen.splice(0)) {
        const lost = ids.find((id) => found.get(id) !== history.get(id));
        journal.look(kind, lost && `${lost} is ${state(found, lost)}, and was ${state(history, lost)}`);
      }
      for (const id of new Set([...history.keys(), ...found.keys()])) {
        if (found.get(id) !== history.get(id))
          journal.find(`history: ${id} is ${state(found, id)}, and was ${state(history, id)}`);
      }
    },
  };
}

function nextChange(ids: readonly string[], chance: () => number): Change {
  const luck = chance();
  const id = ids[Math.floor(chance() * ids.length)];
  if (id === undefined || luck < 0.4) return makeTranslation();
  if (luck < 0.6) return keepThree();
  return luck < 0.8 ? star(id, chance() < 0.5) : remove(id);
}

function makeTranslation(): Change {
  const id = ulid();
  return {
    kind: 'translation in the history',
    ids: [id],
    result: false,
    send: async (visitor) => {
      const body = { text: 'Thank you', sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
      await read(await visitor.post('/api/translate', body, { 'idempotency-key': id }));
    },
  };
}

function keepThree(): Change {
  const ids = [ulid(), ulid(), ulid()];
  const entries = ids.map((id) => ({
    ...{ id, text: 'the house', translatedText: 'la casa', isStarred: true },
    ...{ sourceLanguage: 'en-US', targetLanguage: 'es-ES', createdAt: new Date().toISOString() },
  }));
  return {
    kind: 'translation kept',
    ids,
    result: true,
    send: async (visitor) => read(await visitor.post('/api/translations', { entries })),
  };
}

function star(id: string, isStarred: boolean): Change {
  return {
    kind: 'star',
    ids: [id],
    result: isStarred,
    send: async (visitor) => read(await visitor.post(`/api/translations/${id}/star`, { isStarred })),
  };
}

function remove(id: string): Change {
  return {
    kind: 'translation removed',
    ids: [id],
    result: undefined,
    send: async (visitor) => read(await visitor.fetch(`/api/translations/${id}`, { method: 'DELETE' })),
  };
}

function apply(history: Map<string, boolean>, { ids, result }: Change): void {
  for (const id of ids) {
    if (result === undefined) history.delete(id);
    else history.set(id, result);
  }
}

async function readHistory(visitor: Visitor): Promise<Map<string, boolean>> {
  const found = new Map<string, boolean>();
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: Page = await read(await visitor.fetch(`/api/account${cursor && `?cursor=${cursor}`}`));
    for (const { id, isStarred } of page.translations) found.set(id, isStarred);
    cursor = page.cursor;
  }
  return found;
}

function state(history: ReadonlyMap<string, boolean>, id: string): string {
  const isStarred = history.get(id);
  return isStarred === undefined ? 'not there' : isStarred ? 'starred' : 'there';
}

interface Page {
  readonly translations: readonly { id: string; isStarred: boolean }[];
  readonly cursor: string | null;
}

interface Change {
  readonly kind: Kind;
  readonly ids: readonly string[];
  readonly result: boolean | undefined;
  send(visitor: Visitor): Promise<unknown>;
}
