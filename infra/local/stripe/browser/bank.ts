import { attachShadow } from './shadow.ts';

/** 3-D Secure. @returns whether the cardholder completed it */
export function showBankDialog(): Promise<boolean> {
  const host = document.createElement('div');
  const shadow = attachShadow(
    host,
    `<dialog aria-labelledby="title">
      <h2 id="title">Confirm this with your bank</h2>
      <p>A real bank would ask for a code. Choose the result here.</p>
      <form method="dialog"><button value="complete">Complete</button> <button value="fail">Fail</button></form>
    </dialog>`,
  );
  document.body.append(host);
  const dialog = shadow.querySelector('dialog') as HTMLDialogElement;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  dialog.addEventListener('close', () => {
    host.remove();
    resolve(dialog.returnValue === 'complete');
  });
  dialog.showModal();
  return promise;
}
