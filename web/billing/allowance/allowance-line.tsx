import { isLow, leftOf, type Status } from '../status.ts';

/** Beside the button to translate: why it does nothing, or how often it still will. */
export function AllowanceLine({ status, isUsedUp, onAsk }: AllowanceLineProps) {
  const left = leftOf(status);
  return (
    <div role="status" className="mt-2 text-sm font-medium empty:mt-0">
      {isUsedUp ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAsk}
          className="min-h-11 text-left underline underline-offset-4"
        >
          Your free translations are used up. See how to go on.
        </button>
      ) : (
        isLow(status) && `${left} free ${left === 1 ? 'translation' : 'translations'} left today`
      )}
    </div>
  );
}

interface AllowanceLineProps {
  status: Status | undefined;
  isUsedUp: boolean;
  onAsk: () => void;
}
