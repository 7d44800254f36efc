/** Notices that each side of a conversation reads in its own language. */
export interface SideTexts {
  readonly speak: string;
  /** While the other side speaks. */
  readonly listen: string;
  readonly next: string;
  readonly wait: string;
  readonly type: string;
}

/** @returns undefined for a language without texts: another language would not help its reader */
export function findSideTexts(code: string): SideTexts | undefined {
  return texts[code] ?? texts[code.split('-')[0] ?? ''];
}

/** By language; regions only where they differ. */
const texts: Readonly<Record<string, SideTexts>> = {
  bg: {
    speak: 'Докоснете и говорете',
    listen: 'Другият човек говори.',
    next: 'Следващият сте вие.',
    wait: 'Един момент…',
    type: 'Пишете тук',
  },
  ca: {
    speak: 'Toqueu i parleu',
    listen: 'L’altra persona està parlant.',
    next: 'Després us toca a vós.',
    wait: 'Un moment…',
    type: 'Escriviu aquí',
  },
  'zh-CN': {
    speak: '点按麦克风，开始说话',
    listen: '对方正在说话。',
    next: '接下来轮到您。',
    wait: '请稍候…',
    type: '请在此输入',
  },
  'zh-TW': {
    speak: '點按麥克風，開始說話',
    listen: '對方正在說話。',
    next: '接下來輪到您。',
    wait: '請稍候…',
    type: '請在此輸入',
  },
  'zh-HK': {
    speak: '撳一下咪高峰，開始講嘢',
    listen: '對方講緊嘢。',
    next: '跟住到你。',
    wait: '請等等…',
    type: '喺度輸入',
  },
  cs: {
    speak: 'Klepněte a mluvte',
    listen: 'Druhá strana mluví.',
    next: 'Pak jste na řadě vy.',
    wait: 'Okamžik…',
    type: 'Pište sem',
  },
  da: {
    speak: 'Tryk, og tal',
    listen: 'Den anden taler.',
    next: 'Så er det din tur.',
    wait: 'Et øjeblik…',
    type: 'Skriv her',
  },
  nl: {
    speak: 'Tik en spreek',
    listen: 'De ander is aan het woord.',
    next: 'Daarna bent u aan de beurt.',
    wait: 'Een moment…',
    type: 'Typ hier',
  },
  en: {
    speak: 'Tap and speak',
    listen: 'The other side is speaking.',
    next: 'You speak next.',
    wait: 'One moment…',
    type: 'Type here',
  },
  et: {
    speak: 'Puudutage ja rääkige',
    listen: 'Teine pool räägib.',
    next: 'Järgmisena on teie kord.',
    wait: 'Üks hetk…',
    type: 'Kirjutage siia',
  },
  fi: {
    speak: 'Napauta ja puhu',
    listen: 'Toinen puhuu.',
    next: 'Seuraavaksi on sinun vuorosi.',
    wait: 'Hetki…',
    type: 'Kirjoita tähän',
  },
  fr: {
    speak: 'Touchez et parlez',
    listen: 'L’autre personne parle.',
    next: 'Ensuite, c’est à vous.',
    wait: 'Un instant…',
    type: 'Écrivez ici',
  },
  de: {
    speak: 'Tippen und sprechen',
    listen: 'Die andere Person spricht.',
    next: 'Danach sind Sie an der Reihe.',
    wait: 'Einen Moment…',
    type: 'Hier schreiben',
  },
  el: {
    speak: 'Πατήστε και μιλήστε',
    listen: 'Μιλάει η άλλη πλευρά.',
    next: 'Μετά είναι η σειρά σας.',
    wait: 'Μια στιγμή…',
    type: 'Γράψτε εδώ',
  },
  hi: {
    speak: 'टैप करें और बोलें',
    listen: 'दूसरा पक्ष बोल रहा है।',
    next: 'इसके बाद आपकी बारी है।',
    wait: 'एक क्षण…',
    type: 'यहाँ लिखें',
  },
  hu: {
    speak: 'Koppintson, és beszéljen',
    listen: 'A másik fél beszél.',
    next: 'Utána ön következik.',
    wait: 'Egy pillanat…',
    type: 'Ide írjon',
  },
  id: {
    speak: 'Ketuk dan bicara',
    listen: 'Lawan bicara sedang berbicara.',
    next: 'Selanjutnya giliran Anda.',
    wait: 'Tunggu sebentar…',
    type: 'Ketik di sini',
  },
  it: {
    speak: 'Tocca e parla',
    listen: 'L’altra persona sta parlando.',
    next: 'Poi tocca a te.',
    wait: 'Un momento…',
    type: 'Scrivi qui',
  },
  ja: {
    speak: 'タップして話してください',
    listen: '相手が話しています。',
    next: '次はあなたの番です。',
    wait: 'お待ちください…',
    type: 'ここに入力してください',
  },
  ko: {
    speak: '탭하고 말하세요',
    listen: '상대방이 말하고 있습니다.',
    next: '다음은 당신 차례입니다.',
    wait: '잠시만 기다려 주세요…',
    type: '여기에 입력하세요',
  },
  lv: {
    speak: 'Pieskarieties un runājiet',
    listen: 'Runā otrs cilvēks.',
    next: 'Pēc tam ir jūsu kārta.',
    wait: 'Vienu brīdi…',
    type: 'Rakstiet šeit',
  },
  lt: {
    speak: 'Palieskite ir kalbėkite',
    listen: 'Kalba kitas žmogus.',
    next: 'Po to jūsų eilė.',
    wait: 'Akimirką…',
    type: 'Rašykite čia',
  },
  ms: {
    speak: 'Ketik dan bercakap',
    listen: 'Pihak lain sedang bercakap.',
    next: 'Selepas ini giliran anda.',
    wait: 'Sebentar…',
    type: 'Taip di sini',
  },
  no: {
    speak: 'Trykk og snakk',
    listen: 'Den andre snakker.',
    next: 'Så er det din tur.',
    wait: 'Et øyeblikk…',
    type: 'Skriv her',
  },
  pl: {
    speak: 'Dotknij i mów',
    listen: 'Druga osoba mówi.',
    next: 'Potem twoja kolej.',
    wait: 'Chwileczkę…',
    type: 'Pisz tutaj',
  },
  pt: {
    speak: 'Toque e fale',
    listen: 'A outra pessoa está a falar.',
    next: 'A seguir é a sua vez.',
    wait: 'Um momento…',
    type: 'Escreva aqui',
  },
  'pt-BR': {
    speak: 'Toque e fale',
    listen: 'A outra pessoa está falando.',
    next: 'Depois é a sua vez.',
    wait: 'Um momento…',
    type: 'Digite aqui',
  },
  ro: {
    speak: 'Atingeți și vorbiți',
    listen: 'Cealaltă persoană vorbește.',
    next: 'Apoi este rândul dumneavoastră.',
    wait: 'Un moment…',
    type: 'Scrieți aici',
  },
  ru: {
    speak: 'Нажмите и говорите',
    listen: 'Говорит собеседник.',
    next: 'Затем говорите вы.',
    wait: 'Минутку…',
    type: 'Пишите здесь',
  },
  sk: {
    speak: 'Ťuknite a hovorte',
    listen: 'Druhá strana hovorí.',
    next: 'Potom ste na rade vy.',
    wait: 'Okamih…',
    type: 'Píšte sem',
  },
  es: {
    speak: 'Toque y hable',
    listen: 'La otra persona está hablando.',
    next: 'Después le toca a usted.',
    wait: 'Un momento…',
    type: 'Escriba aquí',
  },
  sv: {
    speak: 'Tryck och tala',
    listen: 'Den andra personen talar.',
    next: 'Sedan är det din tur.',
    wait: 'Ett ögonblick…',
    type: 'Skriv här',
  },
  th: {
    speak: 'แตะแล้วพูด',
    listen: 'อีกฝ่ายกำลังพูด',
    next: 'ต่อไปเป็นตาคุณ',
    wait: 'รอสักครู่…',
    type: 'พิมพ์ที่นี่',
  },
  tr: {
    speak: 'Dokunun ve konuşun',
    listen: 'Karşınızdaki kişi konuşuyor.',
    next: 'Sonra sıra sizde.',
    wait: 'Bir saniye…',
    type: 'Buraya yazın',
  },
  uk: {
    speak: 'Торкніться й говоріть',
    listen: 'Говорить співрозмовник.',
    next: 'Потім ваша черга.',
    wait: 'Хвилинку…',
    type: 'Пишіть тут',
  },
  vi: {
    speak: 'Chạm và nói',
    listen: 'Người kia đang nói.',
    next: 'Tiếp theo đến lượt bạn.',
    wait: 'Xin chờ một chút…',
    type: 'Nhập vào đây',
  },
};
