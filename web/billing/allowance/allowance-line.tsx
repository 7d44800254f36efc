import { isLow, type Status, translationsLeft } from '../status.ts';

/** Beside the Translate button: how many translations are left. */
export function AllowanceLine({ status, isUsedUp, onAsk }: AllowanceLineProps) {
  const left = translationsLeft(status);
  return (
    <div role="status" className="mt-2 text-sm font-medium empty:mt-0">
      {isUsedUp ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAsk}
          className="min-h-11 text-left underline underline-offset-4"
        >
          You’ve used your free translations. See options.
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
