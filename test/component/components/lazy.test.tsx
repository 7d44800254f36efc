import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test } from 'vitest';
import { defineLazy, Lazy } from '../../../web/components/lazy.tsx';

test('parts that arrive together are shown one by one, so that the page takes taps in between', async () => {
  const makePart = (text: string) => defineLazy(async () => ({ Part: () => <p>{text}</p> }), 'Part');
  const { container } = render(
    <>
      <Lazy component={makePart('One')} props={{}} />
      <Lazy component={makePart('Two')} props={{}} />
    </>,
  );
  const shown: (string | null)[] = [];
  const watching = new MutationObserver(() => shown.push(container.textContent));
  watching.observe(container, { childList: true });
  onTestFinished(() => watching.disconnect());
  await screen.findByText('Two');
  expect(shown).toEqual(['One', 'OneTwo']);
});
