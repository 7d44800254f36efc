import { readFileSync } from 'node:fs';
import path from 'node:path';

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
      link: inBothModes(({ accent, accentStrong }) => ({
        defaults: { textColor: accent },
        hover: { textColor: accentStrong },
      })),
      focusState: inBothModes(({ accent }) => ({ borderColor: accent })),
      optionControls: inBothModes(({ surface, edge, accent, onAccent }) => ({
        defaults: { backgroundColor: surface, borderColor: edge },
        selected: { backgroundColor: accent, foregroundColor: onAccent },
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
      primaryButton: inBothModes(({ accent, accentStrong, onAccent }) => ({
        defaults: { backgroundColor: accent, textColor: onAccent },
        hover: { backgroundColor: accentStrong, textColor: onAccent },
        active: { backgroundColor: accentStrong, textColor: onAccent },
      })),
      secondaryButton: inBothModes(({ surface, accent, accentStrong, accentSoft }) => ({
        defaults: { backgroundColor: surface, borderColor: accent, textColor: accent },
        hover: { backgroundColor: accentSoft, borderColor: accentStrong, textColor: accentStrong },
        active: { backgroundColor: accentSoft, borderColor: accentStrong, textColor: accentStrong },
      })),
    },
  };
}

/** In pixels, as on the site. */
const controlRadius = 14;
const cardRadius = 24;

const theme = readFileSync(path.resolve(import.meta.dirname, '../../../web/styles/tokens.css'), 'utf8');
const [light = '', dark = ''] = theme.split('prefers-color-scheme: dark');

/** The site's colours: `--color-on-accent` is `onAccent`. */
function readPalette(css: string): Palette {
  const colours = [...css.matchAll(/--color-([a-z-]+): #(\w{6});/g)];
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
