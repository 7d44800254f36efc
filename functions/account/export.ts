import { export as contract } from '../../shared/api/account.schema.ts';
import { endpoint } from '../endpoint.ts';
import type { Guest, User } from '../request/caller.ts';
import { readPreferences } from '../settings/preferences.ts';
import { accountExported } from '../telemetry/events.ts';
import { exportTranslations, type Page, type Translation } from '../translation/history/history.ts';
import { exportBilling, exportProfile } from './profile.ts';
import { exportUsage } from './usage.ts';

export const handler = endpoint('account.export', contract, async ({ cursor }, caller) => {
  const isGuest = caller.kind === 'guest';
  const [history, settings, usage, billing] = await Promise.all([
    readHistory(caller, cursor),
    readPreferences(caller),
    exportUsage(caller),
    isGuest ? null : exportBilling(caller),
  ]);
  accountExported({
    requestId: caller.requestId,
    kind: caller.kind,
    translations: history.translations.length,
    isWhole: history.cursor === null,
  });
  return {
    exportedAt: new Date().toISOString(),
    profile: isGuest ? null : exportProfile(caller),
    billing,
    settings: settings ?? null,
    ...history,
    usage,
  };
});

async function readHistory(caller: Guest | User, cursor: string | undefined): Promise<Page> {
  if (caller.kind === 'guest') return { translations: [], cursor: null };
  let bytes = 0;
  return exportTranslations(caller.userId, cursor, (added) => {
    bytes += countBytes(added);
    return bytes > answerBytes;
  });
}

/** Lambda's limit is 6 MB, with the body as JSON within JSON. */
const answerBytes = 5_000_000;

function countBytes(translation: Translation): number {
  return Buffer.byteLength(JSON.stringify(JSON.stringify(translation)));
}
