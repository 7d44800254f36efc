import { findLanguage } from '../../../shared/languages.ts';
import { limits } from '../../../shared/limits.ts';
import { goToSignUp } from '../../auth/user.ts';
import { formatResetTime } from '../../billing/allowance/reset-time.ts';
import { countTranslationsLeft, type Status } from '../../billing/status.ts';
import { Notice, NoticeButton } from '../../components/toasts/notice.tsx';
import { canTranslate, type Health } from '../../system/health.ts';
import * as texts from '../../texts/conversation.ts';
import { type Conversation, languageOf } from './conversation.ts';

export function AllowanceNote({ status }: { status: Status | undefined }) {
  const left = countTranslationsLeft(status);
  if (!left) return null;
  return (
    <p role="status" className="px-3 pt-2 text-center text-sm text-muted">
      {texts.translationsLeft(left)}
    </p>
  );
}

export function UsedUpNotice({ status, isGuest }: { status: Status | undefined; isGuest: boolean }) {
  return isGuest ? (
    <Notice tone="plain" action={<NoticeButton onClick={goToSignUp}>{texts.signUp}</NoticeButton>}>
      {texts.guestUsedUp(limits.translations.free)}
    </Notice>
  ) : (
    <Notice
      tone="plain"
      // Loads a document, because payment pages have a different security policy.
      action={<NoticeButton onClick={() => location.assign('/subscription')}>{texts.subscribe}</NoticeButton>}
    >
      {texts.usedUp}
      {status?.resetsAt && ` ${texts.continueAt(formatResetTime(status.resetsAt))}`}
    </Notice>
  );
}

export function PairsNotice({
  conversation,
  health,
}: {
  conversation: Conversation;
  health: Health | undefined;
}) {
  const [near, far] = [languageOf(conversation, 'near'), languageOf(conversation, 'far')];
  const missing = [
    [near, far],
    [far, near],
  ].filter(([from = '', to = '']) => !canTranslate(health, from, to));
  if (missing.length === 0) return null;
  return (
    <Notice tone="plain">
      {missing.map(([from = '', to = '']) => (
        <p key={from}>
          {texts.unsupportedPair(findLanguage(from)?.name ?? from, findLanguage(to)?.name ?? to)}
        </p>
      ))}
    </Notice>
  );
}
