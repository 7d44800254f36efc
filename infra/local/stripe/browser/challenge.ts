import { element, shadowOf } from './dom.ts';
import { dialogStyle } from './style.ts';

/**
 * The bank's question of 3-D Secure, over the page.
 *
 * @returns whether it was answered well; who closes it has not
 */
export function askBank(): Promise<boolean> {
  const dialog = element(
    'dialog',
    { 'aria-labelledby': 'title', 'aria-describedby': 'text' },
    element('h2', { id: 'title' }, 'Your bank asks: is it you?'),
    element(
      'p',
      { id: 'text' },
      'A real bank would ask for a code here. This one is a stand-in, and believes you.',
    ),
    element(
      'form',
      { method: 'dialog', class: 'buttons' },
      element('button', { value: 'complete' }, 'Complete'),
      element('button', { value: 'fail' }, 'Fail'),
    ),
  );
  const host = element('div', { class: 'stripe-stand-in-bank' });
  shadowOf(host, dialogStyle).append(dialog);
  document.body.append(host);
  const { promise, resolve } = Promise.withResolvers<boolean>();
  dialog.addEventListener('close', () => {
    host.remove();
    resolve(dialog.returnValue === 'complete');
  });
  dialog.showModal();
  return promise;
}
