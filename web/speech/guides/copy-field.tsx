import { useId, useRef, useState } from 'react';
import { Button } from '../../components/controls/button.tsx';
import * as texts from '../../texts/guides.ts';

export function CopyField({ label, address, hint }: CopyFieldProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [outcome, setOutcome] = useState<'copied' | 'blocked'>();

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(address);
      setOutcome('copied');
    } catch {
      field.current?.focus();
      field.current?.select();
      setOutcome('blocked');
    }
  }

  return (
    <>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          ref={field}
          id={id}
          aria-label={label}
          value={address}
          readOnly
          spellCheck={false}
          className="min-h-11 min-w-0 flex-1 rounded-control border border-edge bg-sunken px-3 text-base focus-visible:outline-offset-0"
        />
        <Button onClick={copy} aria-describedby={id}>
          {outcome === 'copied' ? texts.copied : texts.copy}
        </Button>
      </div>
      <p role="status" className="mt-2 text-sm text-muted empty:mt-0">
        {outcome === 'copied' && hint}
        {outcome === 'blocked' && texts.copyBlocked}
      </p>
    </>
  );
}

interface CopyFieldProps {
  label: string;
  address: string;
  hint: string;
}
