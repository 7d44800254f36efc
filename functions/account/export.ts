import { export as contract } from '../../shared/api/account.schema.ts';
import { endpoint } from '../endpoint.ts';
import { readSettings } from '../settings/preferences.ts';
import { logAccountExported } from '../telemetry/events.ts';
import { exportTranslations } from '../translation/history/history.ts';
import { exportBilling, exportProfile } from './profile.ts';
import { exportUsage } from './usage.ts';

export const handler = endpoint('account.export', contract, async ({ cursor }, caller) => {
  const isGuest = caller.kind === 'guest';
  const [history, settings, usage, billing] = await Promise.all([
    isGuest ? noHistory : exportTranslations(caller.userId, cursor),
    readSettings(caller),
    exportUsage(caller),
    isGuest ? null : exportBilling(caller),
  ]);
  logAccountExported({
    requestId: caller.requestId,
    kind: caller.kind,
    translations: history.translations.length,
    isComplete: history.cursor === null,
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

const noHistory = { translations: [], cursor: null };
