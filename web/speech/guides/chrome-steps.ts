import type { Browser } from '../browser.ts';
import type { DrawingName } from './drawing.tsx';

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly drawing: DrawingName;
}

/** Menus of iOS 18 to 26, Android 13 to 16, Chrome 130 and later. */
export function shortSteps(device: Browser['device']): readonly Step[] {
  return device === 'iphone' ? iphone.short : android.short;
}

export function fullSteps(device: Browser['device']): readonly Step[] {
  return device === 'iphone' ? iphone.full : android.full;
}

const chromeOnIphone: readonly Step[] = [
  {
    title: 'Open the iPhone’s Settings',
    text: 'Leave Chrome for a moment. Settings is the grey app with the gear.',
    drawing: 'settings',
  },
  {
    title: 'Find Chrome',
    text: 'Scroll to the bottom, tap Apps, then Chrome. Before iOS 18, Chrome is in the first list.',
    drawing: 'apps',
  },
  {
    title: 'Turn on Microphone',
    text: 'The switch beside Microphone turns green.',
    drawing: 'switch',
  },
];

const iphone = {
  short: [
    ...chromeOnIphone,
    {
      title: 'Come back and speak',
      text: 'Open Chrome again. If it asks for the microphone, tap Allow.',
      drawing: 'speak',
    },
  ],
  full: [
    ...chromeOnIphone,
    {
      title: 'Turn on Dictation',
      text: 'Chrome uses the iPhone’s dictation: Settings > General > Keyboard > Enable Dictation.',
      drawing: 'dictation',
    },
    {
      title: 'Come back and allow it',
      text: 'Open Chrome again and reload this page. When it asks for the microphone, tap Allow.',
      drawing: 'allow',
    },
  ],
} satisfies Steps;

const thisSiteOnAndroid: readonly Step[] = [
  {
    title: 'Tap the icon to the left of the address',
    text: 'At the top of Chrome: two small sliders, or a lock in older versions.',
    drawing: 'address',
  },
  {
    title: 'Tap Permissions',
    text: 'It appears once this page has asked for the microphone.',
    drawing: 'permissions',
  },
];

const android = {
  short: [
    ...thisSiteOnAndroid,
    {
      title: 'Turn on Microphone',
      text: 'Then close the panel with the back gesture.',
      drawing: 'switch',
    },
    {
      title: 'Speak',
      text: 'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.',
      drawing: 'speak',
    },
  ],
  full: [
    {
      title: 'Open Chrome in Android’s Settings',
      text: 'Settings > Apps > Chrome. Or hold Chrome’s icon on the home screen, and tap App info.',
      drawing: 'apps',
    },
    {
      title: 'Let Chrome use the microphone',
      text: 'Permissions > Microphone > ‘Allow only while using the app’.',
      drawing: 'permissions',
    },
    {
      title: 'Back in Chrome, tap the icon to the left of the address',
      text: 'Two small sliders, or a lock in older versions.',
      drawing: 'address',
    },
    {
      title: 'Tap Permissions and turn on Microphone',
      text: 'This switch is for this page only. The one before was for all of Chrome.',
      drawing: 'switch',
    },
    {
      title: 'Speak',
      text: 'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.',
      drawing: 'speak',
    },
  ],
} satisfies Steps;

interface Steps {
  readonly short: readonly Step[];
  readonly full: readonly Step[];
}
