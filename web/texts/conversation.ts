import { t } from '../language/message.ts';

export const title = t('Conversation');
export const yourSide = t('Your side');
export const theirSide = t('Their side');
export const messages = t('Messages');

// Notices
export const translationsLeft = (left: number) =>
  t('{left, plural, one {# free translation left.} other {# free translations left.}} Each turn uses one.', {
    left,
  });
export const offline = t(
  'You’re offline. Your conversation stays here. Translate it when you’re back online.',
);
export const unsupportedPair = (from: string, to: string) =>
  t('Parley can’t translate {from} to {to}.', { from, to });
export const cleared = t('Conversation cleared.');
export const undoClear = t('Undo');
export const guestUsedUp = (perDay: number) =>
  t(
    'You’ve used your free translations. A free account gives you {perDay} a day. Your conversation stays here.',
    { perDay },
  );
export const signUp = t('Create Free Account');
export const usedUp = t('You’ve used today’s free translations. Premium has no limit.');
export const continueAt = (time: string) => t('Without Premium, you can continue at {time}.', { time });
export const subscribe = t('Subscribe Now');

// Turns
export const youSaid = t('You:');
export const theySaid = t('Them:');
export const speakAgain = t('Speak again');
export const mayBeMisheard = t('Parley may have misheard. Check the text.');
export const tryAgain = t('Try again');
export const recognise = t('Recognise speech');
export const translate = t('Translate');
export const typeInstead = t('You can type instead.');

// Typing
export const textIn = (language: string) => t('Text in {language}', { language });
export const typeIn = (language: string) => t('Type in {language}', { language });
export const tooLong = (maxCharacters: string) =>
  t('Shorten the text to {maxCharacters} characters to translate it.', { maxCharacters });

// Controls of a side
export const you = t('You');
export const them = t('Them');
export const notWith = (language: string) => t('can’t translate to or from {language}', { language });
export const notTo = (language: string) => t('can’t translate to {language}', { language });
export const notFrom = (language: string) => t('can’t translate from {language}', { language });
export const typingOnly = t('typing only');
export const cancelTurn = t('Cancel your turn');
export const speakIn = (language: string) => t('Speak {language}', { language });
export const type = t('Type instead');

// Bar between the sides
export const close = t('Close');
export const speakTranslations = t('Speak translations');
export const muteTranslations = t('Mute translations');
export const swapSides = t('Swap sides');
export const flipSide = t('Flip their side');
export const more = t('More');
export const takeTurns = t('Take turns automatically');
export const copy = t('Copy conversation');
export const copied = t('Conversation copied to clipboard');
export const save = t('Save as text file');
export const fileTitle = (date: string) => t('Parley conversation, {date}', { date });
export const downloadedTitle = t('Downloaded');
export const downloaded = t('Saved to Downloads.');
export const clear = t('Clear conversation');
