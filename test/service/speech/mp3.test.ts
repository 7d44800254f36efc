import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { joinMp3 } from '../../../functions/speech/mp3.ts';
import { probe, recordedAsMp3, silence } from '../../support/audio/audio.ts';

test('files with tags and an index join into one with the full duration', async () => {
  const mp3 = await readFile(await recordedAsMp3(await silence(2)));
  expect(mp3.toString('latin1', 0, 3)).toBe('ID3');
  expect(mp3.subarray(0, 500).includes('Info')).toBe(true);

  const joined = Buffer.from(joinMp3([mp3, mp3, mp3]));
  for (const mark of ['ID3', 'Info', 'Xing']) expect(joined.includes(mark), mark).toBe(false);
  const one = await probe(mp3);
  const three = await probe(joined);
  expect(one.headerSeconds).toBeCloseTo(2, 0);
  expect(three.headerSeconds).toBeCloseTo(6, 0);
  expect(three.seconds).toBeCloseTo(6, 0);
});

test('a tag at the end is removed, too', async () => {
  const mp3 = await readFile(await recordedAsMp3(await silence(1)));
  const tag = Buffer.concat([Buffer.from('TAG'), Buffer.alloc(125)]);
  expect(joinMp3([Buffer.concat([mp3, tag])])).toEqual(joinMp3([mp3]));
});

test('frames without tag and index are unchanged', async () => {
  const bare = joinMp3([await readFile(await recordedAsMp3(await silence(1)))]);
  expect(joinMp3([bare, bare])).toEqual(Buffer.concat([bare, bare]));
});

test('empty and other data pass through', () => {
  expect(joinMp3([])).toEqual(Buffer.alloc(0));
  for (const odd of ['', 'I', 'ID3', 'x', '\xff\xfb', '\xff\xff\xff\xff\xff']) {
    expect(joinMp3([Buffer.from(odd, 'latin1')])).toEqual(Buffer.from(odd, 'latin1'));
  }
});
