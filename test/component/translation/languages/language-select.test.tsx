import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { NarrowingFields } from '../../../../web/translation/history/history-narrowing.tsx';
import { LanguageSelect } from '../../../../web/translation/languages/language-select.tsx';

vi.mock('../../../../web/language/shown-language.ts', () => ({ shownLanguage: 'fr' }));

test('a language that stands alone begins with a capital in French, on buttons and among options', () => {
  const pick = () => {};
  render(<LanguageSelect label="De" code="ru" findRestriction={() => undefined} onPick={pick} />);
  expect(screen.getByRole('button').textContent).toBe('DeRusse');

  const translation = { sourceLanguage: 'ru', targetLanguage: 'pt-BR' } as const;
  const kept = {
    id: '1',
    text: '',
    translatedText: '',
    createdAt: '2026-11-28T00:00:00.000Z',
    isStarred: false,
  };
  render(
    <NarrowingFields
      translations={[{ ...kept, ...translation }]}
      narrowing={{ pair: '', period: '' }}
      onNarrow={() => {}}
    />,
  );
  expect(screen.getByRole('option', { name: 'Russe → Portugais (Brésil)' })).toBeTruthy();
});

test('only the own name of a language is marked as of that language, and kept from page translators', () => {
  const props = { code: 'ru', findRestriction: () => undefined, onPick: () => {} };
  render(<LanguageSelect label="De" {...props} />);
  render(<LanguageSelect label="À" {...props} isOwnNameShown />);
  const marksOf = (name: string) => {
    const text = screen.getByText(name);
    return [text.getAttribute('lang'), text.getAttribute('translate')];
  };
  expect(marksOf('Russe')).toEqual([null, null]);
  expect(marksOf('Русский')).toEqual(['ru', 'no']);
});
