import type { PlanId } from '../../../../shared/plans.ts';

export const names = ['ada', 'bob', 'cyd'] as const;

export const cardKinds = [
  'good',
  'other',
  'third',
  'asks once',
  'asks always',
  'asks, then without funds',
  'asked and refused',
  'refused',
  'without funds',
  'expired',
  'of a wrong code',
  'not to be processed',
  'fails later',
] as const;
export type CardKind = (typeof cardKinds)[number];

/** Made by `product.ts`. */
export const codes = ['HALF', 'QUARTER', 'THREE', 'SINGLE', 'NEW'] as const;
export type Code = (typeof codes)[number];

export type Step =
  | {
      readonly does: 'subscribes';
      readonly who: string;
      readonly plan: PlanId;
      readonly card: CardKind;
      readonly agrees: boolean;
      readonly code: Code | '';
    }
  | { readonly does: 'looks at the form'; readonly who: string; readonly plan: PlanId }
  | { readonly does: 'starts now'; readonly who: string }
  | { readonly does: 'asks'; readonly who: string }
  | { readonly does: 'confirms the payment'; readonly who: string; readonly succeeds: boolean }
  | { readonly does: 'cancels'; readonly who: string }
  | { readonly does: 'cancels at the portal'; readonly who: string }
  | { readonly does: 'reactivates'; readonly who: string }
  | { readonly does: 'gives a new card'; readonly who: string; readonly card: CardKind }
  | {
      readonly does: 'changes the plan';
      readonly who: string;
      readonly plan: PlanId;
      readonly succeeds: boolean;
    }
  | { readonly does: 'opens the due invoice'; readonly who: string; readonly succeeds: boolean }
  | { readonly does: 'removes the account'; readonly who: string }
  | { readonly does: 'is ended by the owner'; readonly who: string }
  | { readonly does: 'is set to end by the owner'; readonly who: string; readonly days: number }
  | { readonly does: 'is paused by the owner'; readonly who: string }
  | { readonly does: 'is resumed by the owner'; readonly who: string }
  | { readonly does: 'gets a coupon'; readonly who: string; readonly percent: number }
  | { readonly does: 'gets credit'; readonly who: string; readonly cents: number }
  | { readonly does: 'is refunded'; readonly who: string }
  | { readonly does: 'has the refund fail'; readonly who: string }
  | { readonly does: 'is reported for fraud'; readonly who: string }
  | { readonly does: 'disputes'; readonly who: string }
  | { readonly does: 'has the dispute decided'; readonly who: string; readonly wins: boolean }
  | { readonly does: 'loses the card'; readonly who: string }
  | { readonly does: 'is deleted as a customer'; readonly who: string }
  | { readonly does: 'time passes'; readonly hours: number }
  | { readonly does: 'webhooks come'; readonly share: number }
  | { readonly does: 'the nightly job runs' }
  | { readonly does: 'at once'; readonly isPrompt: boolean; readonly steps: readonly Step[] };

export function sayStep(step: Step): string {
  if (step.does === 'at once')
    return `at once${step.isPrompt ? ', with the webhooks of it' : ''}: ${step.steps.map(sayStep).join('; ')}`;
  const who = 'who' in step ? `${step.who} ` : '';
  return `${who}${step.does}${detailsOf(step)}`;
}

function detailsOf(step: Exclude<Step, { does: 'at once' }>): string {
  const details = [
    'plan' in step && step.plan,
    'card' in step && `the card that is ${step.card}`,
    'code' in step && step.code && `with the code ${step.code}`,
    'agrees' in step && step.agrees && 'agrees to be charged today',
    'succeeds' in step && (step.succeeds ? 'and passes' : 'and fails'),
    'wins' in step && (step.wins ? 'won' : 'lost'),
    'percent' in step && `${step.percent} %`,
    'cents' in step && `${step.cents} cents`,
    'days' in step && `in ${step.days} days`,
    'hours' in step && `${step.hours} hours`,
    'share' in step && `${Math.round(step.share * 100)} %`,
  ].filter(Boolean);
  return details.length > 0 ? ` (${details.join(', ')})` : '';
}
