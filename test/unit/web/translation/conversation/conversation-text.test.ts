import { expect, test } from 'vitest';
import type { Turn } from '../../../../../web/translation/conversation/conversation.ts';
import {
  createTextFile,
  formatTurns,
} from '../../../../../web/translation/conversation/conversation-bar.tsx';

const turn: Turn = {
  id: 1,
  side: 'near',
  clips: [],
  text: 'Where is it?',
  language: 'en-US',
  isUnsure: false,
  translation: '¿Dónde está?',
  translationLanguage: 'es',
  problem: undefined,
};
const turns: Turn[] = [
  turn,
  { ...turn, id: 2, side: 'far', text: 'Aquí.', language: 'es', translation: undefined },
  { ...turn, id: 3, text: '', translation: undefined, clips: [new Blob(['sound'])] },
];

const text = 'English (US): Where is it?\nSpanish: ¿Dónde está?\n\nSpanish: Aquí.';

test('a conversation is copied in order, each recognised turn in both languages', () => {
  expect(formatTurns(turns)).toBe(text);
});

test('it is saved with its date, in the file and in its name', async () => {
  const { file, name } = createTextFile(turns, new Date(2026, 0, 5, 14, 30));
  expect(name).toBe('parley-conversation-2026-01-05.txt');
  expect(await file.text()).toMatch(/^Parley conversation, January 5, 2026 at 2:30\sPM\n\n/);
  expect(await file.text()).toContain(text);
});
