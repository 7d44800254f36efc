import { planCurrency, plans, trialDays } from '../../../shared/plans.ts';
import { formatMoney } from '../../billing/format.ts';
import { contactAddress } from '../../contact.ts';
import { fairUse } from '../../texts/billing.tsx';
import { termsSummary } from '../../texts/pages/legal.ts';

const monthly = formatMoney(plans.parley_monthly.amountCents, planCurrency);
const annual = formatMoney(plans.parley_annual.amountCents, planCurrency);

/** Each sentence describes what the code does. A lawyer must read all of it, "Our Responsibility" first. */
export const summary = termsSummary(monthly, annual);

export const terms: readonly string[] = [
  '## The Service {#service}',
  'Parley translates what you say or type. Translations are made by computers and can be wrong. Do not rely on them alone where health, safety, law or money depend on it.',
  'You can use Parley without an account, or with a free one. Both have limits, which the page shows before you reach them.',
  '## Your Account {#account}',
  'An account is for one person. Keep your password to yourself. You can delete your account at any time under ‘Your data’. That ends Premium at once, without a refund for the rest of the period.',
  '## Free Trial {#trial}',
  `Premium starts with a free trial of ${trialDays} days, which needs a card. We charge nothing before it ends. Then the plan that you chose begins, and its price is charged to that card.`,
  'There is one trial for each person, email address and card. If you have had one, the page says so, and asks before anything is charged.',
  '## Price and Renewal {#price}',
  `- **Monthly:** ${monthly} each month.`,
  `- **Yearly:** ${annual} each year.`,
  'Prices are in US dollars and include tax. Premium renews at the end of each period, at the price that you agreed to, until you cancel. ‘Manage Subscription’ always shows the date and the amount of the next charge. We never raise the price of a running subscription without your agreement.',
  'You can switch between monthly and yearly at any time. The page shows what you pay before you confirm. The unused part of your current period is taken off. If it is worth more than the new plan, the rest becomes credit, which pays for the next periods.',
  'If a payment fails, we tell you on the page, and try again for some days. You can pay, use another card, or cancel and owe nothing.',
  '## Cancelling {#cancelling}',
  'Cancel under ‘Manage Subscription’. In the trial, nothing is charged. After that, you keep Premium until the end of the period that you have paid for. Until then you can take the cancellation back. If a payment is due, Premium ends at once, and you owe nothing.',
  'Your saved translations stay in your account, and you can still read, search and delete them.',
  '## Fair Use {#fair-use}',
  'Premium is for one person’s own use. To keep its price, it has limits that few people reach.',
  fairUse,
  'The page says when you reach a limit, and when it ends. Reaching one costs nothing.',
  '## What Is Not Allowed {#misuse}',
  '- Selling Parley’s translations or voices as a service, or using them from a program.',
  '- Using several accounts to get round a limit, or someone else’s card.',
  '- Breaking the law, or harming the service or other people’s use of it.',
  'We may close an account that does any of this. If a bank warns us of fraud with a card, we pay the charge back and end that Premium at once.',
  '## Our Responsibility {#responsibility}',
  'We work to keep Parley available, but it can fail, and it depends on other companies’ services. Where the law allows it, our responsibility is limited to what you paid in the last twelve months. Nothing here limits rights that the law gives you as a consumer.',
  '## Changes to These Terms {#changes}',
  'If these terms change, the date above changes. A change that costs you money needs your agreement. If you do not agree, you can cancel, and we pay back the unused part of your period.',
  '## Contact {#contact}',
  `Write to [${contactAddress}](mailto:${contactAddress}).`,
];
