import { useMutation } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useRef, useState } from 'react';
import { type PlanId, planCurrency } from '../../../shared/plans.ts';
import { ApiError, call, describeError } from '../../api.ts';
import { Button } from '../../components/controls/button.tsx';
import { joinSentences } from '../../language/sentences.ts';
import * as texts from '../../texts/payment.ts';
import { formatMoney } from '../format.ts';
import { runUnlessPending } from '../mutations.ts';
import type { Discount } from './offer.ts';
import { CardError, cardKey } from './stripe.ts';

/** The discount of an open card form, which the server keeps. */
export function usePromotionCode(plan: PlanId) {
  const [discount, setDiscount] = useState<Discount | null>(null);
  const applying = useMutation({
    mutationKey: cardKey,
    mutationFn: (code: string | null) => call('billing.apply-code', { priceId: plan, code }),
    onSuccess: (answer) => setDiscount(answer.discount),
  });

  /** Others may have used the code up, or another tab may have removed it. @throws CardError */
  async function confirmDiscount(): Promise<void> {
    if (!discount) return;
    try {
      const { discount: current } = await call('billing.apply-code', { priceId: plan, code: discount.code });
      setDiscount(current);
      if (current?.amountCents !== discount.amountCents) throw new CardError(texts.codeChanged);
    } catch (error) {
      if (error instanceof CardError) throw error;
      const isRefused = error instanceof ApiError && error.code === 'code_refused';
      if (isRefused) setDiscount(null);
      const reason = describeError(error) ?? texts.codeFailed;
      throw new CardError(joinSentences(reason, isRefused ? texts.codeRefused : undefined), { cause: error });
    }
  }

  return {
    discount,
    error: applying.error,
    pendingCode: applying.isPending ? applying.variables : undefined,
    apply: (code: string | null) => runUnlessPending(cardKey, () => applying.mutate(code)),
    confirmDiscount,
  };
}

export type PromotionCode = ReturnType<typeof usePromotionCode>;

export function PromotionCodeField({ code }: { code: PromotionCode }) {
  const { discount } = code;
  const [isOpen, setOpen] = useState(false);
  const [announcement, setAnnouncement] = useState('');
  const opener = useRef<HTMLButtonElement>(null);
  const remover = useRef<HTMLButtonElement>(null);
  const lastCode = useRef<string>(undefined);

  useEffect(() => {
    if (discount?.code === lastCode.current) return;
    const wasRemoved = !discount;
    lastCode.current = discount?.code;
    setOpen(false);
    setAnnouncement(
      wasRemoved ? texts.codeRemoved : texts.codeApplied(formatMoney(discount.amountCents, planCurrency)),
    );
    // What was pressed is gone. A code that was refused on the way to the payment leaves the focus there.
    if (!document.activeElement || document.activeElement === document.body)
      (wasRemoved ? opener : remover).current?.focus();
  }, [discount]);

  return (
    <div>
      <p role="status" className="sr-only">
        {announcement}
      </p>
      {discount ? (
        <div className="flex flex-wrap items-center justify-between gap-x-3">
          <p className="min-w-0 font-medium wrap-anywhere" translate="no">
            {texts.codeName(discount.code)}
          </p>
          <Button
            ref={remover}
            variant="quiet"
            isDisabled={code.pendingCode === null}
            onClick={() => code.apply(null)}
            className="underline underline-offset-4"
          >
            {code.pendingCode === null ? texts.removingCode : texts.removeCode}
          </Button>
        </div>
      ) : isOpen ? (
        <CodeForm code={code} />
      ) : (
        <Button
          ref={opener}
          variant="quiet"
          aria-expanded={false}
          onClick={() => setOpen(true)}
          className="-ms-3 px-3 underline underline-offset-4"
        >
          {texts.haveCode}
        </Button>
      )}
    </div>
  );
}

function CodeForm({ code: { apply, error, pendingCode } }: { code: PromotionCode }) {
  const id = useId();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const isPending = typeof pendingCode === 'string';
  const message = error && !isPending ? (describeError(error) ?? texts.codeFailed) : undefined;

  useEffect(() => field.current?.focus(), []);

  function submit(event: SubmitEvent): void {
    event.preventDefault();
    if (typed.trim() === '') field.current?.focus();
    else if (!isPending) apply(typed.trim());
  }

  return (
    <form onSubmit={submit} aria-label={texts.codeLabel} className="pt-2">
      <label htmlFor={id} className="font-medium">
        {texts.codeLabel}
      </label>
      <div className="mt-1 flex gap-2">
        <input
          ref={field}
          id={id}
          value={typed}
          maxLength={50}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          aria-invalid={message !== undefined}
          aria-describedby={message === undefined ? undefined : `${id}-error`}
          onChange={(event) => setTyped(event.currentTarget.value)}
          className="min-h-12 w-full min-w-0 rounded-control border border-edge bg-surface px-4 focus-visible:outline-offset-0"
        />
        <Button type="submit" isDisabled={isPending} className="shrink-0">
          {isPending ? texts.applyingCode : texts.applyCode}
        </Button>
      </div>
      {message && (
        <p id={`${id}-error`} role="alert" className="mt-2 text-danger">
          {message}
        </p>
      )}
    </form>
  );
}
