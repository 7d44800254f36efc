import { defaultSettings } from '../../../shared/settings.ts';
import { type Visitor, visit } from '../../support/people/session.ts';
import { read, type Work } from './journal.ts';

export function changeSettings(): Work {
  let visitor: Visitor | undefined;
  let saved: number = defaultSettings.speechRate;
  let unseen = 0;
  let underWay: number | undefined;
  return {
    write: async ({ parley, chance, journal }) => {
      visitor ??= await newGuest(parley.url);
      underWay = 5 + Math.floor(chance() * 16);
      await read(await visitor.post('/api/settings', { ...defaultSettings, speechRate: underWay }));
      saved = underWay;
      underWay = undefined;
      unseen += 1;
      journal.acknowledge('settings');
    },
    check: async ({ journal }) => {
      if (!visitor) return;
      const { speechRate } = await read<{ speechRate: number }>(await visitor.fetch('/api/settings'));
      const isNewer = speechRate === underWay;
      if (underWay !== undefined) journal.resume('settings', isNewer);
      const lost = speechRate === saved || isNewer ? undefined : `${speechRate}, and ${saved} was saved`;
      for (; unseen > 0; unseen -= 1) journal.look('settings', lost);
      saved = speechRate;
      underWay = undefined;
    },
  };
}

async function newGuest(url: string): Promise<Visitor> {
  const visitor = visit(url);
  await read(await visitor.fetch('/api/subscription-status'));
  return visitor;
}
