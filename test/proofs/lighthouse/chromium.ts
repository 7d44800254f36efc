import { type Browser, launch } from 'puppeteer-core';
import { findChromium } from '../../support/browser/browser.ts';

export function launchChromium(): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-gpu', '--disable-quic'];
  return launch({ executablePath: findChromium(), args });
}
