import { planCurrency, plans } from '../../../shared/plans.ts';
import { Card } from '../../components/card.tsx';
import { Button } from '../../components/controls/button.tsx';
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
          Use another card
        </Button>
      </div>
    </Card>
  );
}

function describe({ state, plan, card }: Purchase, amount: string) {
  const cardName = card ? ` (${nameCard(card)})` : '';
  if (state === 'confirmation_needed') {
    return {
      happened: `Your bank wants you to confirm this payment of ${amount}${cardName}.`,
      todo: 'Nothing has been charged yet. Premium starts as soon as you confirm.',
      action: `Confirm payment of ${amount}`,
      pending: 'Confirming…',
    };
  }
  return {
    happened: `This card${cardName} has already been used for a free trial.`,
    todo: `Nothing was charged. You can start now with this card and pay ${amount} every ${plans[plan].interval} until you cancel.`,
    action: `Start now for ${amount}, charged today`,
    pending: 'Paying…',
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
