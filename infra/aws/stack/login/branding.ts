import { readFileSync } from 'node:fs';
import path from 'node:path';

/** The wordmark within the form, in each mode's colours, and the site's icon. */
export function createLoginAssets() {
  return [
    createAsset('FORM_LOGO', 'LIGHT', colourLogo(lightMode)),
    createAsset('FORM_LOGO', 'DARK', colourLogo(darkMode)),
    createAsset('FAVICON_SVG', 'DYNAMIC', icon),
  ];
}

/** Settings of `update-managed-login-branding`; colours are RRGGBBAA. Cognito keeps its defaults for the rest. */
export function createLoginBranding() {
  return {
    categories: {
      global: { colorSchemeMode: 'DYNAMIC' },
      form: { displayGraphics: false },
    },
    componentClasses: createClasses(),
    components: createComponents(),
  };
}

function createClasses() {
  return {
    buttons: { borderRadius: controlRadius },
    divider: inBothModes(({ line }) => ({ borderColor: line })),
    dropDown: {
      borderRadius: controlRadius,
      ...inBothModes(({ surface, sunken, edge, ink, you, youSoft }) => ({
        defaults: { itemBackgroundColor: surface },
        hover: { itemBackgroundColor: sunken, itemBorderColor: edge, itemTextColor: ink },
        match: { itemBackgroundColor: youSoft, itemTextColor: you },
      })),
    },
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
    statusIndicator: inBothModes(({ danger, dangerSoft, you, youSoft, them, themSoft, muted }) => ({
      error: { backgroundColor: dangerSoft, borderColor: danger, indicatorColor: danger },
      pending: { indicatorColor: muted },
      success: { backgroundColor: youSoft, borderColor: you, indicatorColor: you },
      warning: { backgroundColor: themSoft, borderColor: them, indicatorColor: them },
    })),
  };
}

function createComponents() {
  return {
    alert: {
      borderRadius: controlRadius,
      ...inBothModes(({ danger, dangerSoft }) => ({
        error: { backgroundColor: dangerSoft, borderColor: danger },
      })),
    },
    favicon: { enabledTypes: ['SVG'] },
    form: {
      borderRadius: cardRadius,
      logo: { enabled: true, formInclusion: 'IN', location: 'CENTER', position: 'TOP' },
      ...inBothModes(({ surface, line }) => ({ backgroundColor: surface, borderColor: line })),
    },
    pageBackground: { image: { enabled: false }, ...inBothModes(({ page }) => ({ color: page })) },
    pageText: inBothModes(({ ink, muted }) => ({
      headingColor: ink,
      bodyColor: ink,
      descriptionColor: muted,
    })),
    primaryButton: inBothModes(({ you, youStrong, onYou, sunken, edge }) => ({
      defaults: { backgroundColor: you, textColor: onYou },
      hover: { backgroundColor: youStrong, textColor: onYou },
      active: { backgroundColor: youStrong, textColor: onYou },
      disabled: { backgroundColor: sunken, borderColor: edge },
    })),
    secondaryButton: inBothModes(({ surface, you, youStrong, youSoft }) => ({
      defaults: { backgroundColor: surface, borderColor: you, textColor: you },
      hover: { backgroundColor: youSoft, borderColor: youStrong, textColor: youStrong },
      active: { backgroundColor: youSoft, borderColor: youStrong, textColor: youStrong },
    })),
  };
}

/** In pixels, as on the site. */
const controlRadius = 14;
const cardRadius = 24;

const theme = readFile('../../../../web/styles/tokens.css');
/** Its colours are names of the palette. The word is Figtree's outlines: an image loads no font. */
const logo = readFile('logo.svg');
const icon = readFile('../../../../web/public/icon.svg');
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

/** SVG's colours have no alpha here, unlike those of the settings. */
function colourLogo(palette: Palette): string {
  return logo.replace(/"(ink|you|them)"/g, (_, name) => `"#${palette[name]?.slice(0, 6)}"`);
}

function createAsset(category: string, colorMode: string, svg: string) {
  return { category, colorMode, extension: 'SVG', bytes: Buffer.from(svg).toString('base64') };
}

function readFile(name: string): string {
  return readFileSync(path.resolve(import.meta.dirname, name), 'utf8');
}

function inBothModes<Look>(look: (palette: Palette) => Look): { lightMode: Look; darkMode: Look } {
  return { lightMode: look(lightMode), darkMode: look(darkMode) };
}

type Palette = Readonly<Record<string, string>>;
