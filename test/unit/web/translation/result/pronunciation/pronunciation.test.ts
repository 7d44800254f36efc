import { romanize } from 'es-hangul';
import { expect, test } from 'vitest';
import { romaniseChinese } from '../../../../../../web/translation/result/pronunciation/chinese.ts';
import {
  romaniseBulgarian,
  romaniseRussian,
  romaniseUkrainian,
} from '../../../../../../web/translation/result/pronunciation/cyrillic.ts';

test.each([
  [romaniseChinese, '你好，请问火车站在哪里？', 'nǐ hǎo, qǐng wèn huǒ chē zhàn zài nǎ lǐ?'],
  [romaniseChinese, '这个多少钱？银行在附近吗？', 'zhè ge duō shǎo qián? yín háng zài fù jìn ma?'],
  [romaniseChinese, '2026年11月23日 10:30 见。\n谢谢！', '2026 nián 11 yuè 23 rì 10:30 jiàn.\nxiè xiè!'],
  [romaniseChinese, '请给我“Big Mac”套餐。', 'qǐng gěi wǒ “Big Mac” tào cān.'],
  [romanize, '안녕하세요, 기차역이 어디에 있습니까?', 'annyeonghaseyo, gichayeogi eodie itseumnikka?'],
  [romanize, '한국말을 못합니다.', 'hangungmareul motamnida.'],
  [romaniseRussian, 'Где находится вокзал?', 'Gde nakhoditsya vokzal?'],
  [romaniseRussian, 'Его здесь нет, объясните ещё раз.', 'Yego zdes net, obyasnite yeshchyo raz.'],
  [romaniseUkrainian, 'Де знаходиться вокзал, Київ?', 'De znakhodytsia vokzal, Kyiv?'],
  [romaniseUkrainian, 'Скільки це коштує? Дякую.', 'Skilky tse koshtuie? Diakuiu.'],
  [romaniseUkrainian, 'Я не розумію, говоріть повільніше.', 'Ya ne rozumiiu, hovorit povilnishe.'],
  [romaniseUkrainian, 'Згорів щасливий Запоріжжя, Єва, їжа', 'Zghoriv shchaslyvyi Zaporizhzhia, Yeva, yizha'],
  [romaniseUkrainian, 'Об’єкт у Харкові', 'Obiekt u Kharkovi'],
  [romaniseBulgarian, 'Къде е гарата?', 'Kade e garata?'],
  [romaniseBulgarian, 'Благодаря, колко струва?', 'Blagodarya, kolko struva?'],
  [romaniseBulgarian, 'Бих искал кафе без захар, моля.', 'Bih iskal kafe bez zahar, molya.'],
  [romaniseBulgarian, 'Ще ям в София, България.', 'Shte yam v Sofia, Balgaria.'],
  [romaniseBulgarian, 'Не разбирам, говорете по-бавно.', 'Ne razbiram, govorete po-bavno.'],
])('$0.name reads $1', (romanise, text, aloud) => {
  expect(romanise(text)).toBe(aloud);
});
