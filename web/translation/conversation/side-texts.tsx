import { findLanguage } from '../../../shared/languages.ts';

type SideNotice = (typeof columns)[number];

/** @returns undefined for a language without texts: another language would not help its reader */
export function findSideText(code: string, notice: SideNotice): string | undefined {
  const texts = table[code] ?? table[code.split('-')[0] ?? ''];
  return texts?.split(' | ')[columns.indexOf(notice)];
}

const columns = ['speak', 'listen', 'next', 'wait', 'type'] as const;

const table: Readonly<Record<string, string>> = {
  bg: 'Докоснете и говорете | Другият човек говори. | Следващият сте вие. | Един момент… | Пишете тук',
  ca: 'Toqueu i parleu | L’altra persona està parlant. | Després us toca a vós. | Un moment… | Escriviu aquí',
  'zh-CN': '点按麦克风，开始说话 | 对方正在说话。 | 接下来轮到您。 | 请稍候… | 请在此输入',
  'zh-TW': '點按麥克風，開始說話 | 對方正在說話。 | 接下來輪到您。 | 請稍候… | 請在此輸入',
  'zh-HK': '撳一下咪高峰，開始講嘢 | 對方講緊嘢。 | 跟住到你。 | 請等等… | 喺度輸入',
  cs: 'Klepněte a mluvte | Druhá strana mluví. | Pak jste na řadě vy. | Okamžik… | Pište sem',
  da: 'Tryk, og tal | Den anden taler. | Så er det din tur. | Et øjeblik… | Skriv her',
  nl: 'Tik en spreek | De ander is aan het woord. | Daarna bent u aan de beurt. | Een moment… | Typ hier',
  en: 'Tap and speak | The other person is speaking. | You speak next. | One moment… | Type here',
  et: 'Puudutage ja rääkige | Teine pool räägib. | Järgmisena on teie kord. | Üks hetk… | Kirjutage siia',
  fi: 'Napauta ja puhu | Toinen puhuu. | Seuraavaksi on sinun vuorosi. | Hetki… | Kirjoita tähän',
  fr: 'Touchez et parlez | L’autre personne parle. | Ensuite, c’est à vous. | Un instant… | Écrivez ici',
  de: 'Tippen und sprechen | Die andere Person spricht. | Danach sind Sie an der Reihe. | Einen Moment… | Hier schreiben',
  el: 'Πατήστε και μιλήστε | Μιλάει η άλλη πλευρά. | Μετά είναι η σειρά σας. | Μια στιγμή… | Γράψτε εδώ',
  hi: 'टैप करें और बोलें | दूसरा पक्ष बोल रहा है। | इसके बाद आपकी बारी है। | एक क्षण… | यहाँ लिखें',
  hu: 'Koppintson, és beszéljen | A másik fél beszél. | Utána ön következik. | Egy pillanat… | Ide írjon',
  id: 'Ketuk dan bicara | Lawan bicara sedang berbicara. | Selanjutnya giliran Anda. | Tunggu sebentar… | Ketik di sini',
  it: 'Tocca e parla | L’altra persona sta parlando. | Poi tocca a te. | Un momento… | Scrivi qui',
  ja: 'タップして話してください | 相手が話しています。 | 次はあなたの番です。 | お待ちください… | ここに入力してください',
  ko: '탭하고 말하세요 | 상대방이 말하고 있습니다. | 다음은 당신 차례입니다. | 잠시만 기다려 주세요… | 여기에 입력하세요',
  lv: 'Pieskarieties un runājiet | Runā otrs cilvēks. | Pēc tam ir jūsu kārta. | Vienu brīdi… | Rakstiet šeit',
  lt: 'Palieskite ir kalbėkite | Kalba kitas žmogus. | Po to jūsų eilė. | Akimirką… | Rašykite čia',
  ms: 'Ketik dan bercakap | Pihak lain sedang bercakap. | Selepas ini giliran anda. | Sebentar… | Taip di sini',
  no: 'Trykk og snakk | Den andre snakker. | Så er det din tur. | Et øyeblikk… | Skriv her',
  pl: 'Dotknij i mów | Druga osoba mówi. | Potem twoja kolej. | Chwileczkę… | Pisz tutaj',
  pt: 'Toque e fale | A outra pessoa está a falar. | A seguir é a sua vez. | Um momento… | Escreva aqui',
  'pt-BR': 'Toque e fale | A outra pessoa está falando. | Depois é a sua vez. | Um momento… | Digite aqui',
  ro: 'Atingeți și vorbiți | Cealaltă persoană vorbește. | Apoi este rândul dumneavoastră. | Un moment… | Scrieți aici',
  ru: 'Нажмите и говорите | Говорит собеседник. | Затем говорите вы. | Минутку… | Пишите здесь',
  sk: 'Ťuknite a hovorte | Druhá strana hovorí. | Potom ste na rade vy. | Okamih… | Píšte sem',
  es: 'Toque y hable | La otra persona está hablando. | Después le toca a usted. | Un momento… | Escriba aquí',
  sv: 'Tryck och tala | Den andra personen talar. | Sedan är det din tur. | Ett ögonblick… | Skriv här',
  th: 'แตะแล้วพูด | อีกฝ่ายกำลังพูด | ต่อไปเป็นตาคุณ | รอสักครู่… | พิมพ์ที่นี่',
  tr: 'Dokunun ve konuşun | Karşınızdaki kişi konuşuyor. | Sonra sıra sizde. | Bir saniye… | Buraya yazın',
  uk: 'Торкніться й говоріть | Говорить співрозмовник. | Потім ваша черга. | Хвилинку… | Пишіть тут',
  vi: 'Chạm và nói | Người kia đang nói. | Tiếp theo đến lượt bạn. | Xin chờ một chút… | Nhập vào đây',
};

export function SideText({ code, notice, className = '' }: SideTextProps) {
  return (
    <p lang={findLanguage(code)?.code} translate="no" className={`text-muted ${className}`}>
      {findSideText(code, notice)}
    </p>
  );
}

interface SideTextProps {
  code: string;
  notice: SideNotice;
  className?: string;
}
