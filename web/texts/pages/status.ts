import type { ReactNode } from 'react';
import type { PartState, ProductPart } from '../../../shared/status/parts.ts';
import { t } from '../../language/message.ts';
import { rich } from '../../language/rich.ts';

export const title = t('Status');
export const loading = t('Loading the status…');

// The summary
export const everythingWorks = t('Everything works.');
export const partsDown = (count: number) =>
  t('{count, plural, one {# part of Parley is down.} other {# parts of Parley are down.}}', { count });
export const lastCheck = (moment: string) => t('Last check: {moment}', { moment });
export const outdated = (moment: string) =>
  t(
    'The last check was on {moment}, though Parley checks itself every ten minutes. We don’t know what works right now.',
    { moment },
  );
export const checkAgain = t('Check again');

// The parts
export const parts = t('Parts of Parley');
export const partNames: Readonly<Record<ProductPart, string>> = {
  site: t('Website'),
  translation: t('Translating text'),
  recognition: t('Speech recognition'),
  speech: t('Premium voices'),
  accounts: t('Logging in'),
  payments: t('Payments'),
};
export const states: Readonly<Record<PartState, string>> = {
  up: t('Works'),
  down: t('Down'),
  off: t('Not offered here'),
};
export const since = (moment: string) => t('Since {moment}', { moment });
export const advice: Readonly<Record<ProductPart, string>> = {
  site: t('Pages may not load. A page that is already open keeps working, so keep it open.'),
  translation: t('Failed translations don’t count toward your limit. Quick Actions still work.'),
  recognition: t(
    'Parley listens with your browser’s own recognition, where it has one. Otherwise, type your text.',
  ),
  speech: t('Parley reads aloud with your browser’s voices until they are back.'),
  accounts: t('If you’re logged in, you stay logged in. Otherwise, translate as a guest for now.'),
  payments: t('You can’t subscribe or change your plan right now. Premium continues, and nothing is lost.'),
};
export const writeToUs = (address: ReactNode) =>
  rich(t('Does something fail that works according to this page? Write to <address/>.'), { address });

// Without a status
export const noCheckYet = t('Parley hasn’t checked itself yet. The first check comes within ten minutes.');
export const failed = t('The status didn’t load. If other pages work, try again in a few minutes.');
