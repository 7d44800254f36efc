import { getDirection } from './languages.ts';

export interface Phrase {
  /** The key in each language's phrasebook. */
  readonly id: PhraseId;
  readonly situation: 'getting-around' | 'eating-out' | 'shops-and-hotels' | 'help-and-health' | 'talking';
  readonly language: string;
  readonly text: string;
  /** Only for scripts that most travellers cannot read. */
  readonly romanised?: string;
}

interface Row extends Omit<Phrase, 'id' | 'language'> {
  readonly id: string;
}

export type PhraseId = (typeof phrasesByLanguage)[keyof typeof phrasesByLanguage][number]['id'];

/** Polite phrases that work for any gender. Their translations are in `phrasebook/`. */
const phrasesByLanguage = {
  'en-US': [
    { id: 'en-train-station', situation: 'getting-around', text: 'Where is the train station?' },
    { id: 'en-price', situation: 'shops-and-hotels', text: 'How much does this cost?' },
    { id: 'en-do-not-understand', situation: 'talking', text: 'I am sorry, I do not understand.' },
    { id: 'en-doctor', situation: 'help-and-health', text: 'I need to see a doctor, please.' },
    { id: 'en-wifi', situation: 'shops-and-hotels', text: 'What is the Wi-Fi password, please?' },
    { id: 'en-speak-english', situation: 'talking', text: 'Excuse me, do you speak English?' },
  ],
  hi: [
    {
      id: 'hi-toilet',
      situation: 'getting-around',
      text: 'माफ़ कीजिए, शौचालय कहाँ है?',
      romanised: 'Maaf kijie, shauchalay kahan hai?',
    },
    {
      id: 'hi-water',
      situation: 'eating-out',
      text: 'कृपया मुझे एक बोतल पानी दीजिए।',
      romanised: 'Kripya mujhe ek botal paani dijie.',
    },
    {
      id: 'hi-vegetarian',
      situation: 'eating-out',
      text: 'मैं शाकाहारी हूँ।',
      romanised: 'Main shakahari hoon.',
    },
    {
      id: 'hi-help',
      situation: 'help-and-health',
      text: 'क्या आप मेरी मदद कर सकते हैं?',
      romanised: 'Kya aap meri madad kar sakte hain?',
    },
  ],
  'zh-CN': [
    {
      id: 'zh-bill',
      situation: 'eating-out',
      text: '您好，麻烦结一下账。',
      romanised: 'Nín hǎo, máfan jié yíxià zhàng.',
    },
    {
      id: 'zh-allergy',
      situation: 'eating-out',
      text: '我对花生过敏。',
      romanised: 'Wǒ duì huāshēng guòmǐn.',
    },
    {
      id: 'zh-address',
      situation: 'getting-around',
      text: '请带我去这个地址。',
      romanised: 'Qǐng dài wǒ qù zhège dìzhǐ.',
    },
    {
      id: 'zh-slowly',
      situation: 'talking',
      text: '请您说慢一点。',
      romanised: 'Qǐng nín shuō màn yìdiǎn.',
    },
  ],
  es: [
    {
      id: 'es-reservation',
      situation: 'shops-and-hotels',
      text: 'Tengo una reserva para esta noche.',
    },
    {
      id: 'es-menu',
      situation: 'eating-out',
      text: '¿Me puede traer la carta, por favor?',
    },
    {
      id: 'es-card',
      situation: 'shops-and-hotels',
      text: '¿Puedo pagar con tarjeta?',
    },
  ],
  ar: [
    {
      id: 'ar-thanks',
      situation: 'talking',
      text: 'شكرًا جزيلًا على مساعدتك.',
      romanised: 'Shukran jazīlan ʿalā musāʿadatik.',
    },
    {
      id: 'ar-pharmacy',
      situation: 'help-and-health',
      text: 'أين أقرب صيدلية من فضلك؟',
      romanised: 'Ayna aqrab ṣaydaliyya min faḍlik?',
    },
    {
      id: 'ar-passport',
      situation: 'help-and-health',
      text: 'لقد فقدت جواز سفري.',
      romanised: 'Laqad faqadtu jawāz safarī.',
    },
  ],
  bn: [
    {
      id: 'bn-lost',
      situation: 'getting-around',
      text: 'আমি পথ হারিয়ে ফেলেছি।',
      romanised: 'Ami poth hariye felechhi.',
    },
    {
      id: 'bn-next-bus',
      situation: 'getting-around',
      text: 'পরের বাসটি কখন ছাড়বে?',
      romanised: 'Porer bas-ti kokhon chharbe?',
    },
    {
      id: 'bn-less-spicy',
      situation: 'eating-out',
      text: 'দয়া করে ঝাল একটু কম দেবেন।',
      romanised: 'Doya kore jhal ektu kom deben.',
    },
  ],
} as const satisfies Readonly<Record<string, readonly Row[]>>;

export const phrases: readonly Phrase[] = Object.entries(phrasesByLanguage).flatMap(([language, rows]) =>
  rows.map((row) => ({ ...row, language })),
);

/** The romanised form if there is one, with its `lang` and `dir`. */
export function pickShownText({ text, romanised, language }: Phrase) {
  if (romanised === undefined) return { text, lang: language, dir: getDirection(language) };
  return { text: romanised, lang: tagRomanised(language), dir: 'ltr' } as const;
}

/** The tag of a language in Latin letters. */
export function tagRomanised(language: string): string {
  return new Intl.Locale(language, { script: 'Latn' }).toString();
}
