import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { giveVoice } from '../../support/component/devices.ts';
import { openTranslator, press, translate, translation, type } from '../../support/component/translator.ts';

test('an edit marks the old translation, and only Speak remains until the text is the same again', async () => {
  giveVoice({ languages: ['es-ES'] });
  await openTranslator();
  await translate('the house');
  await screen.findByText('More', { selector: 'button *' });
  // It is read aloud.
  expect(actions()).toEqual(expect.arrayContaining(['Stop', 'Show', 'Copy']));

  type('the houses');
  const note = await screen.findByText('For the earlier text');
  expect(note.role).toBe('status');
  expect(translation()?.dataset.state).toBe('outdated');
  expect(actions()).toContain('Speak');
  for (const wrong of ['Show', 'Copy', 'More']) expect(actions()).not.toContain(wrong);

  type('the house');
  await screen.findByText('Copy', { selector: 'button *' });
  expect(note.textContent).toBe('');
  expect(translation()?.dataset.state).toBe('current');

  press('Clear text');
  await screen.findByText('For the earlier text');
});

function actions(): string[] {
  const card = document.getElementById('card-translation')?.closest('section');
  return [...(card?.querySelectorAll('button') ?? [])].map((each) => each.textContent ?? '');
}
