import { isLow, type Status, translationsLeft } from '../status.ts';

export function AllowanceLine({ status, isUsedUp, onAsk }: AllowanceLineProps) {
  const left = translationsLeft(status);
  return (
    <div role="status" className="peer basis-38 text-sm font-medium empty:absolute">
      {isUsedUp ? (
        <button
          type="button"
          aria-haspopup="dialog"
          onClick={onAsk}
          className="min-h-11 text-left leading-snug underline underline-offset-4"
        >
          No free translations left. See options.
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
