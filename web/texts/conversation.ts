export const title = 'Conversation';
export const yourSide = 'Your side';
export const theirSide = 'Their side';
export const messages = 'Messages';

// Notices
export const translationsLeft = (left: number) =>
  `${left} free ${left === 1 ? 'translation' : 'translations'} left. Each turn uses one.`;
export const offline = 'You’re offline. Your conversation stays here. Translate it when you’re back online.';
export const unsupportedPair = (from: string, to: string) => `Parley can’t translate ${from} to ${to}.`;
export const cleared = 'Conversation cleared.';
export const undoClear = 'Undo';
export const guestUsedUp = (perDay: number) =>
  `You’ve used your free translations. A free account gives you ${perDay} a day. Your conversation stays here.`;
export const signUp = 'Create Free Account';
export const usedUp = 'You’ve used today’s free translations. Premium has no limit.';
export const continueAt = (time: string) => `Without Premium, you can continue at ${time}.`;
export const subscribe = 'Subscribe Now';

// Turns
export const youSaid = 'You:';
export const theySaid = 'Them:';
export const speakAgain = 'Speak again';
export const mayBeMisheard = 'Parley may have misheard. Check the text.';
export const tryAgain = 'Try again';
export const recognise = 'Recognise speech';
export const translate = 'Translate';
export const typeInstead = 'You can type instead.';

// Typing
export const textIn = (language: string) => `Text in ${language}`;
export const typeIn = (language: string) => `Type in ${language}`;
export const tooLong = (maxCharacters: string) =>
  `Shorten the text to ${maxCharacters} characters to translate it.`;

// Controls of a side
export const you = 'You';
export const them = 'Them';
export const notWith = (language: string) => `can’t translate to or from ${language}`;
export const notTo = (language: string) => `can’t translate to ${language}`;
export const notFrom = (language: string) => `can’t translate from ${language}`;
export const typingOnly = 'typing only';
export const cancelTurn = 'Cancel your turn';
export const speakIn = (language: string) => `Speak ${language}`;
export const type = 'Type';

// Bar between the sides
export const close = 'Close';
export const speakTranslations = 'Speak translations';
export const muteTranslations = 'Mute translations';
export const swapSides = 'Swap sides';
export const flipSide = 'Flip their side';
export const more = 'More';
export const takeTurns = 'Take turns automatically';
export const copy = 'Copy conversation';
export const copied = 'Conversation copied to clipboard';
export const save = 'Save as text file';
export const fileTitle = (date: string) => `Parley conversation, ${date}`;
export const downloadedTitle = 'Downloaded';
export const downloaded = 'Saved to Downloads.';
export const clear = 'Clear conversation';
