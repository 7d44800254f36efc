import { readFileSync } from 'node:fs';
import path from 'node:path';
import { interfaceLanguageCodes, interfaceLanguages } from '../../../shared/interface-languages.ts';
import { createTranslator } from '../../../web/build/catalogues.ts';
import { wordLogin } from '../../../web/texts/pages/login.ts';

/** Settings of `update-managed-login-branding`; colours are RRGGBBAA. Cognito keeps its defaults for the rest. */
export function createLoginBranding() {
  return {
    categories: {
      global: { colorSchemeMode: 'DYNAMIC' },
      form: { displayGraphics: false },
    },
    componentClasses: {
      buttons: { borderRadius: controlRadius },
      dropDown: { borderRadius: controlRadius },
      input: {
        borderRadius: controlRadius,
        ...inBothModes(({ surface, edge, muted }) => ({
          defaults: { backgroundColor: surface, borderColor: edge },
          placeholderColor: muted,
        })),
      },
      inputLabel: inBothModes(({ ink }) => ({ textColor: ink })),
      inputDescription: inBothModes(({ muted }) => ({ textColor: muted })),
      link: inBothModes(({ you, youStrong }) => ({
        defaults: { textColor: you },
        hover: { textColor: youStrong },
      })),
      focusState: inBothModes(({ you }) => ({ borderColor: you })),
      optionControls: inBothModes(({ surface, edge, you, onYou }) => ({
        defaults: { backgroundColor: surface, borderColor: edge },
        selected: { backgroundColor: you, foregroundColor: onYou },
      })),
    },
    components: {
      form: {
        borderRadius: cardRadius,
        ...inBothModes(({ surface, line }) => ({ backgroundColor: surface, borderColor: line })),
      },
      pageBackground: { image: { enabled: false }, ...inBothModes(({ page }) => ({ color: page })) },
      pageText: inBothModes(({ ink, muted }) => ({
        headingColor: ink,
        bodyColor: ink,
        descriptionColor: muted,
      })),
      primaryButton: inBothModes(({ you, youStrong, onYou }) => ({
        defaults: { backgroundColor: you, textColor: onYou },
        hover: { backgroundColor: youStrong, textColor: onYou },
        active: { backgroundColor: youStrong, textColor: onYou },
      })),
      secondaryButton: inBothModes(({ surface, you, youStrong, youSoft }) => ({
        defaults: { backgroundColor: surface, borderColor: you, textColor: you },
        hover: { backgroundColor: youSoft, borderColor: youStrong, textColor: youStrong },
        active: { backgroundColor: youSoft, borderColor: youStrong, textColor: youStrong },
      })),
    },
  };
}

/** Cognito's email with a code, in every language: Cognito does not know the reader's. */
export function createCodeEmail(): { emailSubject: string; emailBody: string } {
  const versions = interfaceLanguageCodes.map((language) => ({
    language,
    direction: interfaceLanguages[language].direction,
    texts: wordLogin(createTranslator(language)),
  }));
  const words = new Set(versions.map(({ texts }) => texts.code));
  const sentences = versions.map(
    ({ language, direction, texts }) => `<p lang="${language}" dir="${direction}">${texts.mailBody}</p>`,
  );
  return {
    emailSubject: `Parley: ${[...words].join(', ')}`,
    emailBody: `<p style="font-size: 2em"><strong>{####}</strong></p>\n${sentences.join('\n')}`,
  };
}

/** In pixels, as on the site. */
const controlRadius = 14;
const cardRadius = 24;

const theme = readFileSync(path.resolve(import.meta.dirname, '../../../web/styles/tokens.css'), 'utf8');
const [light = '', dark = ''] = theme.split('prefers-color-scheme: dark');

/** The site's colours: `--on-you` is `onYou`. */
function readPalette(css: string): Palette {
  const colours = [...css.matchAll(/--(?:color-)?([a-z-]+): #(\w{6});/g)];
  return Object.fromEntries(
    colours.map(([, name = '', colour]) => [
      name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase()),
      `${colour}ff`,
    ]),
  );
}

const lightMode = readPalette(light);
const darkMode = readPalette(dark);

function inBothModes<Look>(look: (palette: Palette) => Look): { lightMode: Look; darkMode: Look } {
  return { lightMode: look(lightMode), darkMode: look(darkMode) };
}

type Palette = Readonly<Record<string, string>>;
