import { ulid } from 'ulid';
import { limits } from '../../../shared/limits.ts';
import { signUp, type Visitor, visit } from '../../support/people/session.ts';
import { read, type Scene, type Work } from './journal.ts';

/** Each request's id is charged once, up to the limit. */
export function spendAllowances(): Work {
  let spender: Spender | undefined;
  let toCheck: Spender[] = [];
  const spent: Spender[] = [];

  return {
    write: async (scene) => {
      spender ??= await newSpender(scene);
      // More than five runs of one request within ten minutes are refused, and kills need some of them.
      const isAgain = spender.answered > 0 && spender.repeats < 2 && scene.chance() < 0.2;
      spender.repeats = isAgain ? spender.repeats + 1 : 0;
      if (!isAgain) spender.id = ulid();
      spender.isUnderWay = !isAgain;
      await translate(spender);
      spender.isUnderWay = false;
      if (isAgain) return;
      scene.journal.acknowledge('translation counted');
      spender.answered += 1;
      spender.unseen += 1;
      if (spender.answered < spender.limit) return;
      toCheck.push(spender);
      spender = undefined;
    },
    check: async (scene, isEnd) => {
      const all = [...(isEnd ? spent : []), ...toCheck, ...(spender ? [spender] : [])];
      for (const each of all) await checkSpender(scene, each);
      if (isEnd) for (const each of [...spent, ...toCheck]) await requireRefused(scene, each);
      spent.push(...toCheck);
      toCheck = [];
      if (spender && spender.answered >= spender.limit) {
        spent.push(spender);
        spender = undefined;
      }
    },
  };
}

async function newSpender({ parley, chance }: Scene): Promise<Spender> {
  const visitor = visit(parley.url);
  const isUser = chance() < 0.3;
  if (isUser) await signUp(visitor);
  else await readUsed(visitor);
  const limit = limits.translations[isUser ? 'free' : 'guest'];
  return { visitor, limit, id: '', repeats: 0, isUnderWay: false, answered: 0, unseen: 0 };
}

async function translate({ visitor, id }: Spender): Promise<void> {
  const body = {
    text: `Where is the station? ${id.slice(-1)}`,
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
  };
  await read(await visitor.post('/api/translate', body, { 'idempotency-key': id }));
}

async function readUsed(visitor: Visitor): Promise<number> {
  const answer = await visitor.fetch('/api/subscription-status');
  return (await read<{ translationsUsed: number }>(answer)).translationsUsed;
}

async function checkSpender({ journal }: Scene, spender: Spender): Promise<void> {
  let used = await readUsed(spender.visitor);
  if (spender.isUnderWay) {
    journal.resume('translation counted', used > spender.answered);
    await translate(spender);
    journal.acknowledge('translation counted');
    spender.isUnderWay = false;
    spender.answered += 1;
    spender.unseen += 1;
    used = await readUsed(spender.visitor);
  }
  const counted = `${used} are counted for ${spender.answered} answered ids, of at most ${spender.limit}`;
  for (; spender.unseen > 0; spender.unseen -= 1) {
    journal.look('translation counted', used < spender.answered ? counted : undefined);
  }
  if (used > spender.answered) journal.find(counted);
}

async function requireRefused({ journal }: Scene, spender: Spender): Promise<void> {
  spender.id = ulid();
  const refused = await translate(spender).then(
    () => 'an answer',
    (error: Error) => error.message,
  );
  if (!refused.includes('429')) journal.find(`beyond the limit of ${spender.limit} there is ${refused}`);
}

interface Spender {
  readonly visitor: Visitor;
  readonly limit: number;
  id: string;
  repeats: number;
  isUnderWay: boolean;
  answered: number;
  unseen: number;
}
