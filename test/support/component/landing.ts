import { vi } from 'vitest';
import { renderLanding } from '../../../web/documents/prerendered.tsx';
import { dropListenersWithTest, watchLeaving } from './page.tsx';

/** The built landing page, with a name for the translator's files. @returns the addresses that it navigates to */
export async function openLanding(address = '/'): Promise<readonly string[]> {
  vi.resetModules();
  history.replaceState(null, '', address);
  delete document.documentElement.dataset.entered;
  document.documentElement.lang = 'en';
  document.title = 'Parley';
  document.body.innerHTML = renderLanding();
  const translator =
    '<link rel="stylesheet" href="/translator.css"><script type="module" src="/translator.js"></script>';
  document.body.insertAdjacentHTML('beforeend', `<template id="translator">${translator}</template>`);
  const left = watchLeaving();
  dropListenersWithTest();
  await import('../../../web/landing/landing.ts');
  return left;
}
