import * as texts from '../../texts/guides.ts';
import type { Browser } from '../browser.ts';
import type { PictureName } from './step-picture.tsx';

export interface Step {
  readonly title: string;
  readonly text: string;
  readonly picture: PictureName;
}

export function findSteps(device: Browser['device']): Steps {
  return device === 'ios' ? iphone : android;
}

const chromeOnIphone: readonly Step[] = [
  { title: texts.openIphoneSettings, text: texts.openIphoneSettingsText, picture: 'settings' },
  { title: texts.findChrome, text: texts.findChromeText, picture: 'apps' },
  { title: texts.turnOnMicrophone, text: texts.iphoneSwitchText, picture: 'switch' },
];

const iphone: Steps = {
  short: [
    ...chromeOnIphone,
    { title: texts.comeBackAndSpeak, text: texts.comeBackAndSpeakText, picture: 'speak' },
  ],
  full: [
    ...chromeOnIphone,
    { title: texts.turnOnDictation, text: texts.turnOnDictationText, picture: 'dictation' },
    { title: texts.comeBackAndAllow, text: texts.comeBackAndAllowText, picture: 'allow' },
  ],
};

const android: Steps = {
  short: [
    { title: texts.tapAddressIcon, text: texts.tapAddressIconText, picture: 'address' },
    { title: texts.tapPermissions, text: texts.tapPermissionsText, picture: 'permissions' },
    { title: texts.turnOnMicrophone, text: texts.androidSwitchText, picture: 'switch' },
    { title: texts.speak, text: texts.allowWhileVisiting, picture: 'speak' },
  ],
  full: [
    { title: texts.openAndroidSettings, text: texts.openAndroidSettingsText, picture: 'apps' },
    { title: texts.allowChrome, text: texts.allowChromeText, picture: 'permissions' },
    { title: texts.backInChrome, text: texts.backInChromeText, picture: 'address' },
    { title: texts.turnOnForPage, text: texts.turnOnForPageText, picture: 'switch' },
    { title: texts.speak, text: texts.allowWhileVisiting, picture: 'speak' },
  ],
};

interface Steps {
  readonly short: readonly Step[];
  readonly full: readonly Step[];
}
