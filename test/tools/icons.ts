import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { launchBrowser } from '../support/browser/browser.ts';
import { root } from '../support/parley/system.ts';

/** `node test/tools/icons.ts`: draws the icons of the installed app from the page's own. */
const publicFolder = path.join(root, 'web/public');
const folder = path.join(publicFolder, 'icons');
const mark = await readFile(path.join(publicFolder, 'icon.svg'), 'utf8');

/** Without corners, and inside the circle of four fifths that launchers keep. */
const full = mark
  .replace(/ rx="9"/, '')
  .replace('viewBox="0 0 32 32"', 'viewBox="-1.5 -1 37 37"')
  .replace('<rect width="32" height="32"', '<rect x="-2" y="-2" width="38" height="38"');

const icons = [
  ['any-192', mark, 192],
  ['any-512', mark, 512],
  ['maskable-192', full, 192],
  ['maskable-512', full, 512],
  ['apple-touch-180', full, 180],
] as const;

const icoSize = 32;

await mkdir(folder, { recursive: true });
const browser = await launchBrowser();
try {
  for (const [name, drawing, size] of icons) {
    await writeFile(path.join(folder, `${name}.png`), await draw(drawing, size));
  }
  await writeFile(path.join(publicFolder, 'favicon.ico'), wrapAsIco(await draw(mark, icoSize)));
} finally {
  await browser.close();
}

async function draw(drawing: string, size: number): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width: size, height: size } });
  await page.setContent(`<style>body{margin:0}svg{display:block}</style>${drawing}`);
  const png = await page.screenshot({ omitBackground: true });
  await page.close();
  return png;
}

/** For search engines and old browsers, which ask for `/favicon.ico`: a header, one entry of 16 bytes, and the PNG. */
function wrapAsIco(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2); // an icon
  head.writeUInt16LE(1, 4); // one picture
  head.writeUInt8(icoSize, 6);
  head.writeUInt8(icoSize, 7);
  head.writeUInt16LE(1, 10); // colour planes
  head.writeUInt16LE(32, 12); // bits per pixel
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}
