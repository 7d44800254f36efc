import { user } from '../../shared/api/auth.schema.ts';
import { seesDashboards } from '../analytics/audience.ts';
import { endpoint } from '../endpoint.ts';
import type { User } from '../request/caller.ts';
import { noteUse } from '../tables/sessions.ts';
import { logUseNotNoted } from '../telemetry/events.ts';

export const handler = endpoint('auth.user', user, async (_input, caller) => {
  const { userId, groups, profile } = caller;
  await tryToNoteUse(caller);
  const { email, firstName, lastName } = profile;
  return {
    id: userId,
    email,
    firstName,
    lastName,
    groups: [...groups],
    seesDashboards: seesDashboards({ groups }),
  };
});

/** Every open page asks for its user. */
async function tryToNoteUse({ userId, sessionId, requestId }: User): Promise<void> {
  await noteUse(userId, sessionId).catch((error: unknown) => logUseNotNoted({ requestId, error }));
}
