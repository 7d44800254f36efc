import { expect, test } from 'vitest';
import { romaniseChinese } from '../../../../web/translation/result/pronunciation/chinese.ts';
import {
  romaniseBulgarian,
  romaniseRussian,
  romaniseUkrainian,
} from '../../../../web/translation/result/pronunciation/cyrillic.ts';
import { romaniseKorean } from '../../../../web/translation/result/pronunciation/korean.ts';

test.each([
  ['你好，请问火车站在哪里？', 'nǐ hǎo, qǐng wèn huǒ chē zhàn zài nǎ lǐ?'],
  ['我想要一杯咖啡，不加糖。', 'wǒ xiǎng yào yì bēi kā fēi, bù jiā táng.'],
  ['这个多少钱？银行在附近吗？', 'zhè ge duō shǎo qián? yín háng zài fù jìn ma?'],
  ['2026年11月23日 10:30 见。\n谢谢！', '2026 nián 11 yuè 23 rì 10:30 jiàn.\nxiè xiè!'],
  ['请给我“Big Mac”套餐。', 'qǐng gěi wǒ “Big Mac” tào cān.'],
])('Chinese in pinyin: %s', (text, aloud) => {
  expect(romaniseChinese(text)).toBe(aloud);
});

test.each([
  ['안녕하세요, 기차역이 어디에 있습니까?', 'annyeonghaseyo, gichayeogi eodie itseumnikka?'],
  ['이것은 얼마입니까?', 'igeoseun eolmaimnikka?'],
  ['좋아요, 같이 갑시다.', 'joayo, gachi gapsida.'],
  ['한국말을 못합니다.', 'hangungmareul motamnida.'],
  ['WiFi 있어요?', 'WiFi isseoyo?'],
])('Korean as it sounds: %s', (text, aloud) => {
  expect(romaniseKorean(text)).toBe(aloud);
});

test.each([
  ['Где находится вокзал?', 'Gde nakhoditsya vokzal?'],
  ['Сколько это стоит, пожалуйста?', 'Skolko eto stoit, pozhaluysta?'],
  ['Его здесь нет, объясните ещё раз.', 'Yego zdes net, obyasnite yeshchyo raz.'],
  ['Я хотел бы чашку кофе без сахара.', 'Ya khotel by chashku kofe bez sakhara.'],
  ['Спасибо, до свидания!', 'Spasibo, do svidaniya!'],
])('Russian: %s', (text, aloud) => {
  expect(romaniseRussian(text)).toBe(aloud);
});

test.each([
  ['Де знаходиться вокзал, Київ?', 'De znakhodytsia vokzal, Kyiv?'],
  ['Скільки це коштує? Дякую.', 'Skilky tse koshtuie? Diakuiu.'],
  ['Я не розумію, говоріть повільніше.', 'Ya ne rozumiiu, hovorit povilnishe.'],
  ['Згорів щасливий Запоріжжя, Єва, їжа', 'Zghoriv shchaslyvyi Zaporizhzhia, Yeva, yizha'],
  ['Об’єкт у Харкові', 'Obiekt u Kharkovi'],
])('Ukrainian: %s', (text, aloud) => {
  expect(romaniseUkrainian(text)).toBe(aloud);
});

test.each([
  ['Къде е гарата?', 'Kade e garata?'],
  ['Благодаря, колко струва?', 'Blagodarya, kolko struva?'],
  ['Бих искал кафе без захар, моля.', 'Bih iskal kafe bez zahar, molya.'],
  ['Ще ям в София, България.', 'Shte yam v Sofia, Balgaria.'],
  ['Не разбирам, говорете по-бавно.', 'Ne razbiram, govorete po-bavno.'],
])('Bulgarian: %s', (text, aloud) => {
  expect(romaniseBulgarian(text)).toBe(aloud);
});
