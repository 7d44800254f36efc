import { type Plan, planCurrency, plans } from '../../../shared/plans.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import * as texts from '../../texts/payment.ts';
import { describeCard, formatMoney, formatPrice } from '../format.ts';
import type { Status } from '../status.ts';

export function SavedCard({ purchase, isPending, isDisabled, onPay, onUseOtherCard }: SavedCardProps) {
  const plan = plans[purchase.plan];
  const { reason, nextStep, label, pendingLabel } = describePurchase(purchase, plan);
  return (
    <Card title={`${plan.name}, ${formatPrice(plan)}`}>
      <p className="text-lg leading-relaxed">{reason}</p>
      <p className="mt-2 leading-relaxed text-muted">{nextStep}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <Button variant="primary" isDisabled={isDisabled} onClick={onPay} className="min-h-13">
          {isPending ? pendingLabel : label}
        </Button>
        <Button isDisabled={isDisabled} onClick={onUseOtherCard}>
          {texts.chooseOtherCard}
        </Button>
      </div>
    </Card>
  );
}

function describePurchase({ state, card }: Purchase, { amountCents, interval }: Plan) {
  const amount = formatMoney(amountCents, planCurrency);
  const cardName = card ? describeCard(card) : undefined;
  if (state === 'confirmation_needed') {
    return {
      reason: texts.confirmNeeded(amount, cardName),
      nextStep: texts.confirmNow,
      label: texts.confirmAmount(amount),
      pendingLabel: texts.confirming,
    };
  }
  return {
    reason: texts.cardHadTrial(cardName),
    nextStep: texts.payNow(amount, interval),
    label: texts.startNow(amount),
    pendingLabel: texts.paying,
  };
}

type Purchase = NonNullable<Status['purchase']>;

interface SavedCardProps {
  purchase: Purchase;
  isPending: boolean;
  isDisabled: boolean;
  onPay: () => void;
  onUseOtherCard: () => void;
}
