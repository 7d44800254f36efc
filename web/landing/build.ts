import tailwindcss from '@tailwindcss/vite';
import { buildScript } from '../build/build-separately.ts';
import { markTexts } from '../build/translations.ts';

/** A separate build: modules shared with the app would grow its bundles. @param isFontInlined for the dev server */
export async function buildLanding(isFontInlined: boolean) {
  const { code, modules, files } = await buildScript('landing/landing.ts', {
    plugins: [...(isFontInlined ? [] : [markTexts()]), tailwindcss({ optimize: false })],
    build: { assetsInlineLimit: isFontInlined ? Number.POSITIVE_INFINITY : 0 },
  });
  const stylesheet = files.find(({ fileName }) => fileName.endsWith('.css'));
  if (stylesheet?.type !== 'asset') throw new Error('The landing build has no stylesheet.');
  return { script: code, stylesheet: Buffer.from(stylesheet.source).toString(), modules };
}
