import { planCurrency, plans } from '../../../shared/plans.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
import * as texts from '../../texts/payment.ts';
import { formatMoney, formatPrice } from '../money.ts';
import type { Status } from '../status.ts';
import { nameCard } from './offer.ts';

export function SavedCard({ purchase, isPending, isDisabled, onPay, onOtherCard }: Props) {
  const { amountCents, name } = plans[purchase.plan];
  const { happened, todo, action, pending } = describe(purchase, formatMoney(amountCents, planCurrency));
  return (
    <Card title={`${name}, ${formatPrice(plans[purchase.plan])}`}>
      <p className="text-lg leading-relaxed">{happened}</p>
      <p className="mt-2 leading-relaxed text-muted">{todo}</p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <Button variant="primary" isDisabled={isDisabled} onClick={onPay} className="min-h-13">
          {isPending ? pending : action}
        </Button>
        <Button isDisabled={isDisabled} onClick={onOtherCard}>
          {texts.chooseOtherCard}
        </Button>
      </div>
    </Card>
  );
}

function describe({ state, plan, card }: Purchase, amount: string) {
  const cardName = card ? nameCard(card) : undefined;
  if (state === 'confirmation_needed') {
    return {
      happened: texts.confirmNeeded(amount, cardName),
      todo: texts.confirmNow,
      action: texts.confirmAmount(amount),
      pending: texts.confirming,
    };
  }
  return {
    happened: texts.cardHadTrial(cardName),
    todo: texts.payNow(amount, plans[plan].interval),
    action: texts.startNow(amount),
    pending: texts.paying,
  };
}

type Purchase = NonNullable<Status['purchase']>;

interface Props {
  purchase: Purchase;
  isPending: boolean;
  isDisabled: boolean;
  onPay: () => void;
  onOtherCard: () => void;
}
