import type { RomanisedBook } from '../book.ts';

export const book: RomanisedBook = {
  'en-train-station': ['請問火車站喺邊度？', 'Cing2 man6 fo2 ce1 zaam6 hai2 bin1 dou6?'],
  'en-price': ['呢個幾多錢？', 'Ni1 go3 gei2 do1 cin2?'],
  'en-do-not-understand': ['唔好意思，我聽唔明。', 'M4 hou2 ji3 si1, ngo5 teng1 m4 ming4.'],
  'en-doctor': ['唔該，我想睇醫生。', 'M4 goi1, ngo5 soeng2 tai2 ji1 sang1.'],
  'en-wifi': ['請問 Wi-Fi 密碼係乜嘢？', 'Cing2 man6 Wi-Fi mat6 maa5 hai6 mat1 je5?'],
  'en-speak-english': [
    '唔好意思，請問你識唔識講英文？',
    'M4 hou2 ji3 si1, cing2 man6 nei5 sik1 m4 sik1 gong2 jing1 man2?',
  ],
  'hi-toilet': [
    '唔好意思，請問洗手間喺邊度？',
    'M4 hou2 ji3 si1, cing2 man6 sai2 sau2 gaan1 hai2 bin1 dou6?',
  ],
  'hi-water': ['唔該畀支水我。', 'M4 goi1 bei2 zi1 seoi2 ngo5.'],
  'hi-vegetarian': ['我食素。', 'Ngo5 sik6 sou3.'],
  'hi-help': ['可唔可以幫下我？', 'Ho2 m4 ho2 ji5 bong1 haa5 ngo5?'],
  'zh-bill': ['唔該埋單。', 'M4 goi1 maai4 daan1.'],
  'zh-allergy': ['我對花生敏感。', 'Ngo5 deoi3 faa1 sang1 man5 gam2.'],
  'zh-address': ['唔該載我去呢個地址。', 'M4 goi1 zoi3 ngo5 heoi3 ni1 go3 dei6 zi2.'],
  'zh-slowly': ['唔該你講慢啲。', 'M4 goi1 nei5 gong2 maan6 di1.'],
  'es-reservation': ['我訂咗今晚嘅房。', 'Ngo5 deng6 zo2 gam1 maan5 ge3 fong2.'],
  'es-menu': ['唔該畀個餐牌我睇吖。', 'M4 goi1 bei2 go3 caan1 paai2 ngo5 tai2 aa1.'],
  'es-card': ['可唔可以碌卡？', 'Ho2 m4 ho2 ji5 luk1 kaat1?'],
  'ar-thanks': ['好多謝你幫手。', 'Hou2 do1 ze6 nei5 bong1 sau2.'],
  'ar-pharmacy': ['請問最近嘅藥房喺邊度？', 'Cing2 man6 zeoi3 gan6 ge3 joek6 fong4 hai2 bin1 dou6?'],
  'ar-passport': ['我唔見咗本護照。', 'Ngo5 m4 gin3 zo2 bun2 wu6 ziu3.'],
  'bn-lost': ['我蕩失路。', 'Ngo5 dong6 sat1 lou6.'],
  'bn-next-bus': ['請問下一班巴士幾點開？', 'Cing2 man6 haa6 jat1 baan1 baa1 si2 gei2 dim2 hoi1?'],
  'bn-less-spicy': ['唔該少辣。', 'M4 goi1 siu2 laat6.'],
};
