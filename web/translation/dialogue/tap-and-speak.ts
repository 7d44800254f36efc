/** Asks the person on the other side to speak, in their own language. */
export function tapAndSpeak(code: string): string {
  return sentences[code] ?? sentences[code.split('-')[0] ?? ''] ?? sentences.en;
}

/** By language; regions only where they differ. */
const sentences: Readonly<Record<string, string>> & { readonly en: string } = {
  bg: 'Докоснете и говорете',
  ca: 'Toqueu i parleu',
  'zh-CN': '点按麦克风，开始说话',
  'zh-TW': '點按麥克風，開始說話',
  'zh-HK': '撳一下咪高峰，開始講嘢',
  cs: 'Klepněte a mluvte',
  da: 'Tryk, og tal',
  nl: 'Tik en spreek',
  en: 'Tap and speak',
  et: 'Puudutage ja rääkige',
  fi: 'Napauta ja puhu',
  fr: 'Touchez et parlez',
  de: 'Tippen und sprechen',
  el: 'Πατήστε και μιλήστε',
  hi: 'टैप करें और बोलें',
  hu: 'Koppintson, és beszéljen',
  id: 'Ketuk dan bicara',
  it: 'Tocca e parla',
  ja: 'タップして話してください',
  ko: '탭하고 말하세요',
  lv: 'Pieskarieties un runājiet',
  lt: 'Palieskite ir kalbėkite',
  ms: 'Ketik dan bercakap',
  no: 'Trykk og snakk',
  pl: 'Dotknij i mów',
  pt: 'Toque e fale',
  ro: 'Atingeți și vorbiți',
  ru: 'Нажмите и говорите',
  sk: 'Ťuknite a hovorte',
  es: 'Toque y hable',
  sv: 'Tryck och tala',
  th: 'แตะแล้วพูด',
  tr: 'Dokunun ve konuşun',
  uk: 'Торкніться й говоріть',
  vi: 'Chạm và nói',
};
