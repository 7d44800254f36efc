import { planCurrency, plans } from '../../shared/plans.ts';
import { Button } from '../components/button.tsx';
import { Card } from '../components/card.tsx';
import { money, price } from './money.ts';
import { cardName } from './offer.ts';
import type { Status } from './status.ts';

/** The card is kept and nothing is charged: with this card it begins only with a payment, and only if one says so. */
export function CardHadTrial({ purchase, isPending, isDisabled, onPay, onOtherCard }: CardHadTrialProps) {
  const { amountCents, name, interval } = plans[purchase.plan];
  const amount = money(amountCents, planCurrency);
  return (
    <Card title={`${name}, ${price(plans[purchase.plan])}`}>
      <p className="text-lg leading-relaxed">
        This card{purchase.card && ` (${cardName(purchase.card)})`} has already had its free trial.
      </p>
      <p className="mt-2 leading-relaxed text-muted">
        Nothing was charged. You can start now with this card and pay {amount} every {interval} until you
        cancel.
      </p>
      <div className="mt-5 flex flex-col gap-3 sm:flex-row">
        <Button look="primary" isDisabled={isDisabled} onClick={onPay} className="min-h-13">
          {isPending ? 'Paying…' : `Start now for ${amount}, charged today`}
        </Button>
        <Button isDisabled={isDisabled} onClick={onOtherCard}>
          Use another card
        </Button>
      </div>
    </Card>
  );
}

interface CardHadTrialProps {
  purchase: NonNullable<Status['purchase']>;
  /** The payment is on its way. */
  isPending: boolean;
  isDisabled: boolean;
  onPay: () => void;
  onOtherCard: () => void;
}
