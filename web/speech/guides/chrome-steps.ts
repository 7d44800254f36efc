import type { Browser } from '../browser.ts';
import type { DrawingName } from './drawing.tsx';

/** One thing to do. */
export interface Step {
  readonly title: string;
  readonly text: string;
  readonly drawing: DrawingName;
}

/**
 * How the microphone is allowed in Chrome on a phone: four steps to the switch that is most often off. Menus as they
 * are in iOS 18 to 26, Android 13 to 16 and Chrome 130 and later.
 */
export function shortSteps(device: Browser['device']): readonly Step[] {
  return device === 'iphone' ? iphone.short : android.short;
}

/** The same in five steps, with the second switch that can be off. */
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
    text: 'Scroll to the end, tap Apps, then Chrome. Before iOS 18, Chrome is in the first list.',
    drawing: 'apps',
  },
  {
    title: 'Switch Microphone on',
    text: 'The switch beside Microphone is green when it is on.',
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
      title: 'Switch Dictation on',
      text: 'Chrome understands you with the iPhone’s dictation: Settings > General > Keyboard > Enable Dictation.',
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
    title: 'Tap the icon before the address',
    text: 'It is at the top of Chrome: two small sliders, in older versions a lock.',
    drawing: 'address',
  },
  {
    title: 'Tap Permissions',
    text: 'The line is there once this page has asked for the microphone.',
    drawing: 'permissions',
  },
];

const android = {
  short: [
    ...thisSiteOnAndroid,
    {
      title: 'Switch Microphone on',
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
      title: 'Allow Chrome the microphone',
      text: 'Permissions > Microphone > ‘Allow only while using the app’.',
      drawing: 'permissions',
    },
    {
      title: 'Back in Chrome, tap the icon before the address',
      text: 'Two small sliders, in older versions a lock.',
      drawing: 'address',
    },
    {
      title: 'Permissions, then Microphone on',
      text: 'This is the switch for this page alone; the one before was for all of Chrome.',
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
