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

const lightMode = {
  page: 'f7f6f2ff',
  surface: 'ffffffff',
  line: 'e5e2d9ff',
  edge: '8b887eff',
  ink: '1a1d1bff',
  muted: '5e625dff',
  accent: '0b6b5bff',
  accentStrong: '075447ff',
  accentSoft: 'e3f0ecff',
  onAccent: 'ffffffff',
};

const darkMode: Palette = {
  page: '111413ff',
  surface: '1a1e1cff',
  line: '2f3532ff',
  edge: '7d847fff',
  ink: 'eef0ecff',
  muted: 'a6ada7ff',
  accent: '6ad4bdff',
  accentStrong: '8ee2cfff',
  accentSoft: '17352fff',
  onAccent: '05231dff',
};

/** Named as in `web/styles/tokens.css`; a test compares them. */
export const palettes = { lightMode, darkMode };

function inBothModes<Look>(look: (palette: Palette) => Look): { lightMode: Look; darkMode: Look } {
  return { lightMode: look(lightMode), darkMode: look(darkMode) };
}

type Palette = typeof lightMode;
