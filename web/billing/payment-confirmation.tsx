import { planCurrency, plans } from '../../shared/plans.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { money, price } from './money.ts';
import { cardName } from './offer.ts';
import type { Status } from './status.ts';

/** The buyer's bank asks before it pays: the buyer is here to answer. */
export function PaymentConfirmation({ purchase, isPending, isDisabled, onConfirm, onOtherCard }: Props) {
  const { amountCents, name } = plans[purchase.plan];
  const amount = money(amountCents, planCurrency);
  return (
    <Card title={`${name}, ${price(plans[purchase.plan])}`}>
      <p className="text-lg leading-relaxed">
        Your bank wants you to confirm this payment of {amount}
        {purchase.card && ` (${cardName(purchase.card)})`}.
      </p>
      <p className="mt-2 leading-relaxed text-muted">
        Nothing was charged yet. Premium begins as soon as you have confirmed it.
      </p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <Button look="primary" isDisabled={isDisabled} onClick={onConfirm} className="min-h-13">
          {isPending ? 'Confirming…' : `Confirm payment of ${amount}`}
        </Button>
        <Button isDisabled={isDisabled} onClick={onOtherCard}>
          Use another card
        </Button>
      </div>
    </Card>
  );
}

interface Props {
  purchase: NonNullable<Status['purchase']>;
  /** The bank is being asked. */
  isPending: boolean;
  isDisabled: boolean;
  onConfirm: () => void;
  onOtherCard: () => void;
}
