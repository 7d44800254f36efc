import * as texts from '../../texts/allowance.tsx';
import { countTranslationsLeft, isRunningLow, type Status } from '../status.ts';

export function AllowanceWarning({ status, isUsedUp, onShowOptions }: AllowanceWarningProps) {
  const left = countTranslationsLeft(status);
  return (
    // The banner announces a guest’s.
    <div
      role={status?.isGuest ? undefined : 'status'}
      className="peer basis-38 text-sm font-medium empty:absolute"
    >
      {isUsedUp ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onShowOptions}
          className="min-h-11 text-start leading-snug underline underline-offset-4"
        >
          {texts.noneLeft}
        </button>
      ) : (
        left !== undefined && isRunningLow(status) && texts.runningLow(left)
      )}
    </div>
  );
}

interface AllowanceWarningProps {
  status: Status | undefined;
  isUsedUp: boolean;
  onShowOptions: () => void;
}
