/** What is typed into the form's fields. */
export interface CardText {
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
}

export type CardField = keyof CardText;

/** What is wrong with a field, in Stripe's words. */
export interface Problem {
  readonly field: CardField;
  readonly code: string;
  readonly message: string;
}

/** How each field's text is set out while somebody types. */
export const formats: Record<CardField, (text: string) => string> = {
  number: (text) => {
    const digits = digitsOf(text).slice(0, numberLength(digitsOf(text)));
    const groups = isAmex(digits) ? /^(\d{1,4})(\d{1,6})?(\d+)?$/ : /^(\d{1,4})(\d{1,4})?(\d{1,4})?(\d+)?$/;
    return (groups.exec(digits)?.slice(1) ?? []).filter(Boolean).join(' ');
  },
  expiry: (text) => {
    // Whoever types 5/ or 5 means May.
    const digits = digitsOf(text.replace(/^\s*(?:([2-9])|(\d)\s*\/)/, '0$1$2'));
    const year = digits.slice(2);
    const isLong = year.startsWith('20') && year.length > 2;
    const shown = isLong && year.length >= 4 ? year.slice(2, 4) : year.slice(0, isLong ? 4 : 2);
    return shown ? `${digits.slice(0, 2)} / ${shown}` : digits.slice(0, 2);
  },
  cvc: (text) => digitsOf(text).slice(0, 4),
};

/** @returns the first thing that is wrong from the top of the form */
export function firstProblem(text: CardText, now: Date): Problem | undefined {
  return cardFields.map((field) => problemOf(field, text, now)).find((problem) => problem !== undefined);
}

export const cardFields: readonly CardField[] = ['number', 'expiry', 'cvc'];

export function problemOf(field: CardField, text: CardText, now: Date): Problem | undefined {
  const [code, message] = checks[field](text, now) ?? [];
  return code && message ? { field, code, message } : undefined;
}

/** The parameters of Stripe's API for a card that is complete. */
export function cardParameters(text: CardText): Record<string, string> {
  const [month = '', year = ''] = text.expiry.split(' / ');
  return {
    'payment_method_data[type]': 'card',
    'payment_method_data[card][number]': digitsOf(text.number),
    'payment_method_data[card][exp_month]': month,
    'payment_method_data[card][exp_year]': `20${year}`,
    'payment_method_data[card][cvc]': text.cvc,
  };
}

const checks: Record<CardField, (text: CardText, now: Date) => [code: string, message: string] | undefined> =
  {
    number: ({ number }) => {
      const digits = digitsOf(number);
      if (digits.length < numberLength(digits)) {
        return ['incomplete_number', 'Your card number is incomplete.'];
      }
      return isLuhn(digits) ? undefined : ['invalid_number', 'Your card number is invalid.'];
    },
    expiry: ({ expiry }, now) => {
      const [, month, year] = /^(\d\d) \/ (\d\d)$/.exec(expiry) ?? [];
      if (!month || !year) return ['incomplete_expiry', "Your card's expiration date is incomplete."];
      if (Number(month) < 1 || Number(month) > 12) {
        return ['invalid_expiry_month', "Your card's expiration month is invalid."];
      }
      const years = 2_000 + Number(year) - now.getFullYear();
      if (years < 0) return ['invalid_expiry_year_past', "Your card's expiration year is in the past."];
      if (years > 50) return ['invalid_expiry_year', "Your card's expiration year is invalid."];
      if (years === 0 && Number(month) < now.getMonth() + 1) {
        return ['invalid_expiry_month_past', "Your card's expiration date is in the past."];
      }
      return undefined;
    },
    cvc: ({ number, cvc }) => {
      const isComplete = cvc.length >= (isAmex(digitsOf(number)) ? 4 : 3);
      return isComplete ? undefined : ['incomplete_cvc', "Your card's security code is incomplete."];
    },
  };

function digitsOf(text: string): string {
  return text.replace(/\D/g, '');
}

/** American Express has 15, Diners Club 14. */
function numberLength(digits: string): number {
  if (isAmex(digits)) return 15;
  return /^3(0|6|8|9)/.test(digits) ? 14 : 16;
}

function isAmex(digits: string): boolean {
  return /^3[47]/.test(digits);
}

/** The check digit that every card number ends with. */
function isLuhn(digits: string): boolean {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
