import { describe, expect, test } from 'vitest';
import { maskParts } from '../../../../../shared/neural/text/parts.ts';
import { translateText } from '../../../../../shared/neural/text/translate-text.ts';

describe('the engine’s own faults', () => {
  test('emoji come back where they were, although the engine has no pieces for them', async () => {
    expect(await translate('👋🏽 I ❤️ NY, and 👨‍👩‍👧 too 😀')).toBe('👋🏽 eu ❤️ NY, e 👨‍👩‍👧 também 😀');
  });

  test('links, addresses, placeholders and tags come back as they went in', async () => {
    const parts = ['https://a.example/x?y=1&z=2', 'a.b@c.example', '{name}', '{{ n }}', '%s', '%1$d', '#tag'];
    for (const part of parts)
      expect(await translate(`write to ${part} today`)).toBe(`escreva para ${part} hoje`);
    expect(await translate('click <b class="x">here</b> now')).toBe('clique <b class="x">aqui</b> agora');
  });

  test('an engine that loses or turns round a part is asked for the language between the parts', async () => {
    const loses = { 'write to Q71 today': 'escreva hoje', 'write to Q71 today.': 'escreva hoje.' };
    expect(await translate('write to {name} today', loses)).toBe('escreva para {name} hoje');
    const turns = 'clique <img id="3"> aqui <img id="1"> agora';
    const asked = 'click <img id="1">here<img id="3"> now';
    expect(await translate('click <b>here</b> now', { [asked]: turns, [`${asked}.`]: turns })).toBe(
      'clique <b>aqui</b> agora',
    );
  });

  test('amounts that the engine rewrites are protected; small numbers are its own', async () => {
    const rewrites = { 'costs 23.5 kg today': 'custa 23,5 kg hoje' };
    expect(await translate('costs 23.5 kg today', rewrites)).toBe('custa 23.5 kg hoje');
    expect(await translate('costs $1,299.99 today', { 'costs $1,299.99 today': 'custa 1.299' })).toBe(
      'custa $1,299.99 hoje',
    );
    expect(await translate('write 2 now', { 'write 2 now': 'escreva duas agora' })).toBe(
      'escreva duas agora',
    );
  });

  test('a text in capitals is translated as a sentence, and put back in capitals', async () => {
    const sentence = { 'Write to Q71 today': 'Escreva para Q71 hoje' };
    expect(await translate('WRITE TO {name} TODAY', sentence)).toBe('ESCREVA PARA {name} HOJE');
    const toTurkish = translateText('GOOD DAY', { source: 'en', target: 'tr' }, async () => ['İyi günler']);
    expect(await toTurkish).toBe('İYİ GÜNLER');
    expect(await translate('USA and I', { 'USA and I': 'EUA e eu' })).toBe('EUA e eu');
  });

  test('a single word is what most of its variants say', async () => {
    const doubled = { Hello: 'Olá, Olá', 'Hello!': 'Olá!', 'Hello.': 'Olá.', hello: 'olá' };
    expect(await translate('Hello', doubled)).toBe('Olá');
    const invents = {
      Thanks: 'Obrigado por',
      'Thanks!': 'Obrigado!',
      'Thanks.': 'Obrigado por uma mensagem.',
      thanks: 'Obrigado por e-',
    };
    expect(await translate('Thanks', invents)).toBe('Obrigado');
    expect(await translate('Hello!', { 'Hello!': 'Olá, Olá!', Hello: 'Olá', hello: 'olá' })).toBe('Olá!');
    const most = { Push: 'Empurrão', 'Push!': 'Empurre!', 'Push.': 'Empurre.', push: 'empurrar' };
    expect(await translate('Push', most)).toBe('Empurre');
    const always = 'Olá, Olá';
    expect(
      await translate('Hello', { Hello: always, 'Hello!': always, 'Hello.': always, hello: always }),
    ).toBe('Olá');
  });

  test('repetition, no answer, and an answer in the same words are tried again', async () => {
    const again = { 'write to me now.': 'escreva-me agora.' };
    for (const bad of [
      'escreva agora escreva agora',
      '',
      'write to me now',
      'a b c d e f g h i j k l m n o p q r s t u v',
    ])
      expect(await translate('write to me now', { ...again, 'write to me now': bad })).toBe(
        'escreva-me agora.',
      );
  });

  test('what is repeated in the source may be repeated', async () => {
    const asked: string[][] = [];
    const said = { 'no no no, write': 'não não não, escreva' };
    expect(await translate('no no no, write', said, asked)).toBe('não não não, escreva');
    expect(asked).toHaveLength(1);
  });

  test('where nothing helps, the words of the source stay', async () => {
    const nothing = (texts: readonly string[]) => Promise.resolve(texts.map(() => ''));
    expect(await translateText('write to me now', portuguese, nothing)).toBe('write to me now');
    expect(await translateText('Hello', portuguese, nothing)).toBe('Hello');
  });
});

describe('the shape of a text', () => {
  test('line breaks, empty lines and white space stay', async () => {
    const text = 'write now.\n\n  write to today.\r\n\t- click here now\u2028';
    expect(await translate(text)).toBe(
      'escreva agora.\n\n  escreva para hoje.\r\n\t- clique aqui agora\u2028',
    );
  });

  test('what is no language is not asked', async () => {
    const asked: string[][] = [];
    for (const text of ['', ' \n ', '12:30', '😀 😀', '—'])
      expect(await translate(text, {}, asked)).toBe(text);
    expect(asked).toEqual([]);
  });

  test('each sentence is asked for itself, but not the parts of an abbreviation or a link', async () => {
    const asked: string[][] = [];
    await translate('Mr. Smith is at https://a.example/?b=1. He is here now! Is he?', {}, asked);
    expect(asked[0]).toEqual(['Mr. Smith is at Q71.', 'He is here now!', 'Is he?', 'Is he', 'is he']);
  });

  test('a sentence above the engine’s limit is cut between words', async () => {
    const asked: string[][] = [];
    const text = `${'click here and write to me, '.repeat(40)}now`;
    const translated = await translate(text, {}, asked);
    expect(translated).toBe(`${'clique aqui e escreva para me, '.repeat(40)}agora`);
    expect(Math.max(...(asked[0] ?? []).map(({ length }) => length))).toBeLessThanOrEqual(400);
  });

  test('a word of surrogate pairs without spaces is cut between characters', async () => {
    const asked: string[][] = [];
    const text = `あ${'𠮷'.repeat(500)}`;
    await translateText(text, { source: 'ja', target: 'en' }, (texts) => {
      asked.push([...texts]);
      return Promise.resolve([...texts]);
    });
    expect(asked[0]?.join('')).toBe(text);
    expect(asked.flat().every((each) => each.isWellFormed())).toBe(true);
  });

  test('addresses are looked for in 20,000 letters without a break at once', () => {
    const begunMs = performance.now();
    expect(maskParts('今'.repeat(20_000))).toBe('今'.repeat(20_000));
    // Half a minute, where each letter may begin an address.
    expect(performance.now() - begunMs).toBeLessThan(5_000);
  });

  test('a sentence without spaces is no single word', async () => {
    const asked: string[][] = [];
    const said = 'Where is the nearest station to this hotel, please, and when does it open?';
    const japanese = 'このホテルから一番近い駅はどこですか、いつ開きますか';
    const answer = await translateText(japanese, { source: 'ja', target: 'en' }, (texts) => {
      asked.push([...texts]);
      return Promise.resolve(texts.map(() => said));
    });
    expect(answer).toBe(said);
    expect(asked).toEqual([[japanese]]);
  });

  test('sentences are separated as the target does', async () => {
    const echo = (texts: readonly string[]) => Promise.resolve([...texts]);
    const chinese = '今天天气很好。我们去公园散步吧。';
    expect(await translateText(chinese, { source: 'zh', target: 'en' }, echo)).toBe(
      '今天天气很好。 我们去公园散步吧。',
    );
    const english = 'It is a fine day today. We go to the park now.';
    expect(await translateText(english, { source: 'en', target: 'ja' }, echo)).toBe(
      'It is a fine day today.We go to the park now.',
    );
  });

  test('characters of HTML are text', async () => {
    expect(await translate('write & click "here" &lt; now')).toBe('escreva & clique "aqui" &lt; agora');
  });
});

const portuguese = { source: 'en', target: 'pt' };

/** The engine translates word by word, and sentences of `says` as it says there. It loses symbols. */
function translate(text: string, says: Readonly<Record<string, string>> = {}, asked: string[][] = []) {
  return translateText(text, portuguese, (texts) => {
    asked.push([...texts]);
    return Promise.resolve(texts.map((each) => says[each] ?? translateWords(each)));
  });
}

function translateWords(html: string): string {
  return html
    .replaceAll(/\p{Extended_Pictographic}/gu, 's')
    .replaceAll(/<img id="\d+">|&\w+;|[\p{L}\p{N}]+/gu, (word) => dictionary[word] ?? word);
}

const dictionary: Readonly<Record<string, string>> = {
  I: 'eu',
  and: 'e',
  click: 'clique',
  costs: 'custa',
  here: 'aqui',
  now: 'agora',
  to: 'para',
  today: 'hoje',
  too: 'também',
  write: 'escreva',
};
