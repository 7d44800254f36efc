import { contactAddress } from '../../contact.ts';

/** Each sentence describes what the code does. A lawyer must read all of it, "Withdrawal in the European Union" first. */
export const refunds: readonly string[] = [
  '## Refunds {#refunds}',
  'We pay back any payment for Premium if you ask within 14 days of it: the first one, a renewal, and a change of plan. Later, write to us anyway if something went wrong.',
  `To ask, write to [${contactAddress}](mailto:${contactAddress}) from the email address of your account. You need no reason and no form.`,
  'We send the money to the card that paid, within 14 days of your message. Your bank may take some more days to show it. When the whole of your latest payment is paid back, Premium ends at once.',
  'If you only want to stop future charges, [cancel](/subscription-management). You then keep Premium until the end of the period.',
  '## Credit {#credit}',
  'When you switch from yearly to monthly, the unused part of the year becomes credit. It pays for your next months. If you cancel before it is used up, write to us, and we pay back the rest.',
  '## Withdrawal in the European Union {#withdrawal}',
  'As a consumer in the European Union or the United Kingdom, you can withdraw from the contract within 14 days, without giving a reason. The 14 days begin on the day on which you subscribe.',
  'Premium begins at once, because you ask for it when you subscribe. You keep the right to withdraw, although Premium has begun. We take nothing off for the days on which you used it.',
  'To withdraw, send us a clear statement within the 14 days. You can use these words:',
  '- I withdraw from my contract for Parley Premium.',
  '- I subscribed on (date).',
  '- My name, and the email address of my account.',
  'We confirm by email, end Premium, and pay everything back within 14 days, to the card that paid. This costs you nothing.',
  '## If a Refund Fails {#failed}',
  'A bank sometimes sends a refund back to us, for example when a card was closed. We then write to you and pay you another way.',
  '## Disputes {#disputes}',
  'Please write to us before you dispute a payment with your bank: we answer faster. While a dispute is open, Premium is paused, and nothing is charged.',
  '## Contact {#contact}',
  `Write to [${contactAddress}](mailto:${contactAddress}).`,
];
