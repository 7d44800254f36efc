import {
  type ComponentProps,
  type ReactNode,
  type SubmitEvent,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react';
import { describeError } from '../api.ts';
import { Button } from '../components/controls/button.tsx';

/** It takes the focus when it appears, unless there is something to read first. */
export function OneFieldForm({
  label,
  before,
  input,
  action,
  isPending,
  error,
  failed,
  takesFocus = true,
  onSubmit,
  children,
}: OneFieldFormProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState(before);
  useEffect(() => {
    if (takesFocus) field.current?.focus();
  }, [takesFocus]);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (!isPending) onSubmit(typed.trim());
  }

  return (
    <form onSubmit={submit} className="grid gap-2">
      <label htmlFor={id} className="font-medium">
        {label}
      </label>
      <input
        {...input}
        ref={field}
        id={id}
        value={typed}
        required
        spellCheck={false}
        readOnly={isPending}
        aria-invalid={error !== null}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
        className="min-h-12 w-full rounded-control border border-edge bg-surface px-4 read-only:bg-sunken focus-visible:outline-offset-0"
      />
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger">
          {describeError(error) ?? failed}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" variant="primary" isDisabled={isPending}>
          {action}
        </Button>
        {children}
      </div>
    </form>
  );
}

interface OneFieldFormProps {
  label: string;
  before: string;
  input: ComponentProps<'input'>;
  action: string;
  isPending: boolean;
  error: Error | null;
  /** What to say of an error that has no text for people. */
  failed: string;
  takesFocus?: boolean;
  onSubmit: (typed: string) => void;
  children: ReactNode;
}
