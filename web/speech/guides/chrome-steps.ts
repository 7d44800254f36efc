import type { Browser } from '../browser.ts';
import type { PictureName } from './step-picture.tsx';

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly picture: PictureName;
}

/** Menus of iOS 18 to 26, Android 13 to 16, Chrome 130 and later. */
export function findSteps(device: Browser['device']): Steps {
  return device === 'iphone' ? iphone : android;
}

const chromeOnIphone: readonly Step[] = [
  {
    title: 'Open the iPhone’s Settings',
    text: 'Leave Chrome for a moment. Settings is the grey app with the gear.',
    picture: 'settings',
  },
  {
    title: 'Find Chrome',
    text: 'Scroll to the bottom, tap Apps, then Chrome. Before iOS 18, Chrome is in the first list.',
    picture: 'apps',
  },
  {
    title: 'Turn on Microphone',
    text: 'The switch beside Microphone turns green.',
    picture: 'switch',
  },
];

const iphone: Steps = {
  short: [
    ...chromeOnIphone,
    {
      title: 'Come back and speak',
      text: 'Open Chrome again. If it asks for the microphone, tap Allow.',
      picture: 'speak',
    },
  ],
  full: [
    ...chromeOnIphone,
    {
      title: 'Turn on Dictation',
      text: 'Chrome uses the iPhone’s dictation: Settings > General > Keyboard > Enable Dictation.',
      picture: 'dictation',
    },
    {
      title: 'Come back and allow it',
      text: 'Open Chrome again and reload this page. When it asks for the microphone, tap Allow.',
      picture: 'allow',
    },
  ],
};

const thisSiteOnAndroid: readonly Step[] = [
  {
    title: 'Tap the icon to the left of the address',
    text: 'At the top of Chrome: two small sliders, or a lock in older versions.',
    picture: 'address',
  },
  {
    title: 'Tap Permissions',
    text: 'It appears once this page has asked for the microphone.',
    picture: 'permissions',
  },
];

const android: Steps = {
  short: [
    ...thisSiteOnAndroid,
    {
      title: 'Turn on Microphone',
      text: 'Then close the panel with the back gesture.',
      picture: 'switch',
    },
    {
      title: 'Speak',
      text: 'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.',
      picture: 'speak',
    },
  ],
  full: [
    {
      title: 'Open Chrome in Android’s Settings',
      text: 'Settings > Apps > Chrome. Or hold Chrome’s icon on the home screen, and tap App info.',
      picture: 'apps',
    },
    {
      title: 'Let Chrome use the microphone',
      text: 'Permissions > Microphone > ‘Allow only while using the app’.',
      picture: 'permissions',
    },
    {
      title: 'Back in Chrome, tap the icon to the left of the address',
      text: 'Two small sliders, or a lock in older versions.',
      picture: 'address',
    },
    {
      title: 'Tap Permissions and turn on Microphone',
      text: 'This switch is for this page only. The one before was for all of Chrome.',
      picture: 'switch',
    },
    {
      title: 'Speak',
      text: 'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.',
      picture: 'speak',
    },
  ],
};

interface Steps {
  readonly short: readonly Step[];
  readonly full: readonly Step[];
}
