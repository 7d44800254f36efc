import * as texts from '../../texts/payment.ts';

/** `Visa •••• 4242` */
export function describeCard({ brand, last4 }: { brand: string; last4: string }): string {
  return `${brandNames[brand] ?? texts.card} •••• ${last4}`;
}

const brandNames: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'Eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
};
