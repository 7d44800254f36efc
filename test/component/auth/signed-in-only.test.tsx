import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { openPage } from '../../support/component/page.tsx';

test('after a failed check of the session, the focus stays during the next check', async () => {
  const { answer } = await openPage('/analytics', { isSignedIn: true, answers: { 'auth.user': undefined } });
  const button = await screen.findByText('Try again');
  button.focus();
  const held = Promise.withResolvers<undefined>();
  answer({ 'auth.user': () => held.promise });
  fireEvent.click(button);
  await screen.findByText('Trying again…');
  expect(document.activeElement?.textContent).toBe('Trying again…');
  held.resolve(undefined);
  await screen.findByText('Try again');
  expect(document.activeElement?.textContent).toBe('Try again');
});
