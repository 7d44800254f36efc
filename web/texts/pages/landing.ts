import { limits } from '../../../shared/limits.ts';
import { phrases } from '../../../shared/phrases.ts';
import { trialDays } from '../../../shared/plans.ts';
import { t } from '../../language/message.ts';
import { type RichParts, rich } from '../../language/rich.ts';

// The start
export const logIn = t('Log in');
export const loginFailed = (parts: RichParts) =>
  rich(t('<title>Login Failed</title> You’re not logged in. Please try again.'), parts);
export const welcome = (parts: RichParts) => rich(t('Say it in <them>their language</them>'), parts);
export const introduction = t(
  'Speak or type, then read the translation or hear it aloud. Parley works in your browser, no account needed.',
);
export const useAsGuest = t('Use as Guest');
export const entering = t('Entering...');
export const register = t('Register for Free Account');
export const offer = t('Start translating immediately • No limits • Full access to all features');
export const guestAllowance = t(
  'As a guest you have {guest} translations. A free account has {free} a day, and Premium has no limit.',
  { guest: limits.translations.guest, free: limits.translations.free },
);
export const needsScript = t('Parley needs JavaScript to translate. Please turn it on to continue.');

// The example: from English to Spanish
export const example = t('Try it: English to Spanish');
export const english = t('English');
export const to = t('to');
export const tapToSpeak = t('Tap to speak');
export const typeYourText = t('Type your text');
export const translateText = t('Translate Text');

// What it offers
export const features = t('Features');
export const speechRecognition = {
  title: t('Speech recognition'),
  text: t('Talk normally and watch your words appear.'),
};
export const languages = {
  title: t('36 languages'),
  text: t('Pick your language and theirs. Swap with a tap when they reply.'),
};
export const naturalSpeech = {
  title: t('Natural speech'),
  text: t('Hear every translation, as slowly as you like.'),
};

// How it works
export const howItWorks = t('How it works');
export const steps = {
  speak: t('<title>Talk</title><text>Tap the button and talk, or type.</text>'),
  translate: t('<title>Translate</title><text>See it in their language.</text>'),
  listen: t('<title>Listen</title><text>Play it aloud, or show them the screen.</text>'),
};

// The second start
export const ready = t('Ready when you are');
export const oneTap = t('One tap and you’re talking. Nothing to install.');
export const startNow = t('Start Translating Now');

// Details
export const details = t('The details, in plain English');
export const noAccount = t('No account needed');
export const allowances = (price: string) =>
  t(
    '{guest} translations as a guest, {free} a day with a free account. Premium is unlimited: {trialDays} days free, then {price}.',
    { guest: limits.translations.guest, free: limits.translations.free, trialDays, price },
  );
export const fairUse = t('What fair use means');
export const noRecordings = {
  title: t('No recordings kept'),
  text: t(
    'We turn speech into text and discard the audio. We never store what a guest translates. Some browsers use Google or Apple to recognise speech.',
  ),
};
export const worksOffline = {
  title: t('Key phrases work offline'),
  text: t('{count} essential phrases stay on your device.', { count: phrases.length }),
};
export const noTracking = {
  title: t('No tracking on this page'),
  text: t(
    'No cookies, trackers or third-party scripts. When you use Parley as a guest, one cookie counts your translations.',
  ),
};
