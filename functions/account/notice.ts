import { sendMail } from '../providers/mail.ts';
import type { User } from '../request/caller.ts';
import { logNoticeNotSent } from '../telemetry/events.ts';

/** To the address of the profile. The change is done: a message that cannot be sent does not undo it. */
export async function tellOwner(
  { profile, requestId, signal }: User,
  notice: { readonly subject: string; readonly text: string },
): Promise<void> {
  await sendMail({ to: profile.email, ...notice }, signal).catch((error: unknown) =>
    logNoticeNotSent({ requestId, error }),
  );
}
