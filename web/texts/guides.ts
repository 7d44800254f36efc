import { t } from '../language/message.ts';

export const close = t('Close');
export const tryAgain = t('Try again');
export const tryVoiceAgain = t('Try voice again');
export const typeInstead = t('Type instead');
export const allowMicrophone = t('Allow the microphone');
export const setUpVoice = t('Set up voice in Chrome');
export const stepOf = (step: number, count: number) => t('Step {step} of {count}', { step, count });
export const next = t('Next step');
export const previous = t('Previous step');

// Recognition issue
export const stoppedListening = t('Parley stopped listening');
export const commonCauses = t('Your browser stopped listening. Common causes:');
export const otherApp = t('Another app or tab is using the microphone');
export const otherAppText = t('End calls and recordings, and close other pages that are using it.');
export const headset = t('Headset connected or disconnected');
export const headsetText = t('Connect it before you start, or use your device’s built-in microphone.');
export const noise = t('Background noise');
export const noiseText = t('Move somewhere quieter, or hold the microphone closer.');
export const longPause = t('A long pause before speaking');
export const longPauseText = t('Start speaking as soon as you see ‘Listening’.');

// Typing instead of speaking
export const yourText = (language: string) => t('Your text in {language}', { language });
export const clearText = t('Clear text');
export const enterKeyHint = t('Enter translates, Shift + Enter starts a new line.');
export const textTooLong = (limit: string) =>
  t('Shorten the text to {limit} characters to translate it.', { limit });
export const translate = t('Translate');

// Chrome 130 and later
export const turnOnInChrome = t('Turn on your microphone in Chrome');
export const showSteps = t('Show me step by step');
export const turnOnMicrophone = t('Turn on Microphone');
export const speak = t('Talk');

// Chrome on an iPhone: iOS 18 to 26
export const openIphoneSettings = t('Open your iPhone’s Settings');
export const openIphoneSettingsText = t('Leave Chrome for a moment. Settings has a grey gear icon.');
export const findChrome = t('Find Chrome');
export const findChromeText = t(
  'Scroll to the bottom, tap Apps, then Chrome. Before iOS 18, Chrome is in the main list.',
);
export const iphoneSwitchText = t('Tap the switch beside Microphone. It turns green.');
export const comeBackAndSpeak = t('Come back and speak');
export const comeBackAndSpeakText = t('Open Chrome again. If it asks for the microphone, tap Allow.');
export const turnOnDictation = t('Turn on Dictation');
export const turnOnDictationText = t(
  'Chrome relies on iPhone Dictation. In Settings > General > Keyboard, turn on Enable Dictation.',
);
export const comeBackAndAllow = t('Come back and allow it');
export const comeBackAndAllowText = t(
  'Open Chrome again and reload this page. When it asks for the microphone, tap Allow.',
);

// Chrome on Android 13 to 16
export const tapAddressIcon = t('Tap the icon to the left of the address');
export const tapAddressIconText = t('At the top of Chrome: two small sliders, or a lock in older versions.');
export const tapPermissions = t('Tap Permissions');
export const tapPermissionsText = t('It appears once this page has asked for the microphone.');
export const androidSwitchText = t('Then close the panel with the back gesture.');
export const openAndroidSettings = t('Find Chrome in Android’s Settings');
export const openAndroidSettingsText = t(
  'Settings > Apps > Chrome. Or touch and hold the Chrome icon on the home screen, then tap App info.',
);
export const allowChrome = t('Let Chrome use the microphone');
export const allowChromeText = t('Permissions > Microphone > ‘Allow only while using the app’.');
export const backInChrome = t('Back in Chrome, tap the icon to the left of the address');
export const backInChromeText = t('Two small sliders, or a lock in older versions.');
export const turnOnForPage = t('Tap Permissions and turn on Microphone');
export const turnOnForPageText = t(
  'This setting is for Parley only. The one in Android’s Settings is for all of Chrome.',
);
export const allowWhileVisiting = t(
  'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.',
);

// Chrome on a computer
export const addressIcon = t('The icon to the left of the address');
export const addressIconText = t('Click it, turn on Microphone, and reload this page.');
export const blockedSites = t('Blocked sites');
export const blockedSitesText = t(
  'Open this address in a new tab, then remove Parley from the list of blocked sites:',
);
export const microphoneSettings = t('Chrome’s microphone settings page');
export const pasteInNewTab = t('Copied. Paste it into the address bar of a new tab.');
export const macSettings = t('Mac privacy settings');
export const macSettingsText = t(
  'System Settings > Privacy & Security > Microphone: turn on Google Chrome, then restart it.',
);
export const windowsSettings = t('Windows privacy settings');
export const windowsSettingsText = t(
  'Settings > Privacy & security > Microphone: turn it on, including for desktop apps.',
);
export const soundSettings = t('Sound settings on your computer');
export const soundSettingsText = t('Check that the right microphone is selected and not muted.');

// Copying an address
export const copy = t('Copy');
export const copied = t('Copied');
export const copyBlocked = t('Your browser blocked copying. The address is selected for you to copy.');

// Instead of Chrome on an iPhone
export const cannotUseMicrophone = t('Chrome can’t use the microphone');
export const youCanStill = t('You can still:');
export const tapPhrase = t('Tap a phrase');
export const typeIt = t('Type it');
export const openInSafari = t('Open this page in Safari');
export const safariOftenWorks = t('Safari often works when Chrome doesn’t.');
export const pageAddress = t('Address of this page');
export const pasteInSafari = t('Copied. Paste it into Safari’s address bar.');

// Microphone and sound in two steps
export const twoSteps = t('Set up voice in two steps');
export const chooseAllow = t('When your browser asks, choose Allow.');
export const askForMicrophone = t('Allow microphone');
export const askAgain = t('Try again');
export const waitingForAnswer = t('Waiting for your answer…');
export const turnOnSound = t('Turn on sound');
export const turnOnSoundText = t(
  'Browsers stay silent until you tap. This lets Parley read translations aloud.',
);
export const activating = t('Turning on sound…');
export const stepDone = t('(done)');
export const allDone = t('All done. Speak when you see ‘Listening’.');
export const soundBlocked = t(
  'Your browser blocked the sound. Try again, or close this and read the translations.',
);
export const noMicrophone = t('No microphone found. Please check your audio devices.');
export const microphoneBlocked = (howToAllow: string) =>
  t('Your browser blocked the microphone. {howToAllow}', { howToAllow });
export const microphoneFailed = t(
  'Parley couldn’t use the microphone. Close any other apps that are using it, then try again.',
);

// Allowing the microphone in other browsers: iOS 26, Firefox 149 and later
export const allowInSafari = t(
  'Allow it in iPhone Settings > Safari > Microphone, then reload this page. Since iOS 18, Safari is under Apps.',
);
export const allowInAndroidFirefox = t(
  'Tap the shield to the left of the address, then Microphone, to allow it.',
);
export const allowInFirefox = t(
  'Click the shield or the crossed-out microphone to the left of the address, then click the × next to ‘Blocked’.',
);
export const allowElsewhere = t('Open the page’s permissions beside the address, then allow the microphone.');
