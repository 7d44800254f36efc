import { ceilings } from '../../../shared/ceilings.ts';
import { limits } from '../../../shared/limits.ts';
import { phrases } from '../../../shared/phrases.ts';
import { t } from '../../language/message.ts';
import { shownLanguage } from '../../language/shown-language.ts';

export const heading = t('What each plan includes');

export const columns = [t('Guest'), t('Free'), t('Premium')];
/** Beside what all of them have. */
export const allPlans = t('All plans');

const { guest, free } = limits.translations;
const { textCharacters } = limits;
const characters = (count: number) =>
  t('Up to {count} characters', { count: count.toLocaleString(shownLanguage) });
const inThisBrowser = t('In this browser');
const deviceVoices = t('Your device’s voices');
const whereOffered = t('Where it has any');
const offlinePhrases = t('{count} phrases, and the languages you download', { count: phrases.length });

/** Each has a cell for each column. */
export const rows = [
  {
    name: t('Translations'),
    cells: [
      t('{guest} in all', { guest }),
      t('{free} a day', { free }),
      t('Unlimited, within the fair use above'),
    ],
  },
  {
    name: t('Each text'),
    cells: [
      characters(textCharacters.guest),
      characters(textCharacters.user),
      characters(textCharacters.user),
    ],
  },
  {
    name: t('Voice input by your browser'),
    cells: [whereOffered, whereOffered, whereOffered],
  },
  {
    name: t('Voice input by Parley’s own recogniser'),
    cells: [
      t('{minutes} minutes in all', { minutes: ceilings.guestSpeechSeconds / 60 }),
      t('{minutes} minutes a day', { minutes: ceilings.freeSpeechSecondsPerDay / 60 }),
      t('{minutes} minutes a day', { minutes: ceilings.premiumSpeechSecondsPerDay / 60 }),
    ],
  },
  {
    name: t('Voices that read aloud'),
    cells: [deviceVoices, deviceVoices, t('Natural voices, and your device’s')],
  },
  {
    name: t('History'),
    cells: [inThisBrowser, inThisBrowser, t('In this browser and your account')],
  },
  {
    name: t('Offline'),
    cells: [offlinePhrases, offlinePhrases, offlinePhrases],
  },
];
