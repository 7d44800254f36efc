import { expect, onTestFinished, test, vi } from 'vitest';

test('extras load in the first pause after an interaction', async () => {
  const page = new EventTarget();
  vi.useFakeTimers();
  vi.stubGlobal('window', page);
  vi.stubGlobal('document', { readyState: 'complete' });
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page));
  onTestFinished(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });
  const { whenExtrasCanLoad } = await import('../../../../web/browser/idle.ts');
  let canLoad = false;
  void whenExtrasCanLoad.then(() => {
    canLoad = true;
  });
  await vi.advanceTimersByTimeAsync(5_000);
  for (let scrolls = 0; scrolls < 10; scrolls += 1) {
    page.dispatchEvent(new Event('scroll'));
    await vi.advanceTimersByTimeAsync(299);
  }
  expect(canLoad).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  expect(canLoad).toBe(true);
});
