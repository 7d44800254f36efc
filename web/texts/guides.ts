export const close = 'Close';
export const tryAgain = 'Try again';
export const tryVoiceAgain = 'Try voice again';
export const typeInstead = 'Type instead';
export const allowMicrophone = 'Allow the microphone';
export const setUpVoice = 'Set up voice in Chrome';
export const stepOf = (step: number, count: number) => `Step ${step} of ${count}`;
export const next = 'Next';
export const previous = 'Previous';

// Recognition issue
export const stoppedListening = 'Parley stopped listening';
export const commonCauses = 'Your browser stopped listening. Common causes:';
export const otherApp = 'Another app or tab is using the microphone';
export const otherAppText = 'End calls and recordings, and close other pages that are using it.';
export const headset = 'Headset connected or disconnected';
export const headsetText = 'Connect it before you start, or use your device’s built-in microphone.';
export const noise = 'Background noise';
export const noiseText = 'Move somewhere quieter, or hold the microphone closer.';
export const longPause = 'A long pause before speaking';
export const longPauseText = 'Start speaking as soon as you see ‘Listening’.';

// Typing instead of speaking
export const yourText = (language: string) => `Your text in ${language}`;
export const clearText = 'Clear text';
export const enterKeyHint = 'Enter translates, Shift + Enter starts a new line.';
export const textTooLong = (limit: string) => `Shorten the text to ${limit} characters to translate it.`;
export const translate = 'Translate';

// Chrome 130 and later
export const turnOnInChrome = 'Turn on your microphone in Chrome';
export const showSteps = 'Show me step by step';
export const turnOnMicrophone = 'Turn on Microphone';
export const speak = 'Speak';

// Chrome on an iPhone: iOS 18 to 26
export const openIphoneSettings = 'Open your iPhone’s Settings';
export const openIphoneSettingsText = 'Leave Chrome for a moment. Settings has a grey gear icon.';
export const findChrome = 'Find Chrome';
export const findChromeText =
  'Scroll to the bottom, tap Apps, then Chrome. Before iOS 18, Chrome is in the main list.';
export const iphoneSwitchText = 'Tap the switch beside Microphone. It turns green.';
export const comeBackAndSpeak = 'Come back and speak';
export const comeBackAndSpeakText = 'Open Chrome again. If it asks for the microphone, tap Allow.';
export const turnOnDictation = 'Turn on Dictation';
export const turnOnDictationText =
  'Chrome relies on iPhone Dictation. In Settings > General > Keyboard, turn on Enable Dictation.';
export const comeBackAndAllow = 'Come back and allow it';
export const comeBackAndAllowText =
  'Open Chrome again and reload this page. When it asks for the microphone, tap Allow.';

// Chrome on Android 13 to 16
export const tapAddressIcon = 'Tap the icon to the left of the address';
export const tapAddressIconText = 'At the top of Chrome: two small sliders, or a lock in older versions.';
export const tapPermissions = 'Tap Permissions';
export const tapPermissionsText = 'It appears once this page has asked for the microphone.';
export const androidSwitchText = 'Then close the panel with the back gesture.';
export const openAndroidSettings = 'Find Chrome in Android’s Settings';
export const openAndroidSettingsText =
  'Settings > Apps > Chrome. Or touch and hold the Chrome icon on the home screen, then tap App info.';
export const allowChrome = 'Let Chrome use the microphone';
export const allowChromeText = 'Permissions > Microphone > ‘Allow only while using the app’.';
export const backInChrome = 'Back in Chrome, tap the icon to the left of the address';
export const backInChromeText = 'Two small sliders, or a lock in older versions.';
export const turnOnForPage = 'Tap Permissions and turn on Microphone';
export const turnOnForPageText =
  'This setting is for Parley only. The one in Android’s Settings is for all of Chrome.';
export const allowWhileVisiting = 'If Chrome asks for the microphone, tap ‘Allow while visiting the site’.';

// Chrome on a computer
export const addressIcon = 'The icon to the left of the address';
export const addressIconText = 'Click it, turn on Microphone, and reload this page.';
export const blockedSites = 'Blocked sites';
export const blockedSitesText =
  'Open this address in a new tab, then remove Parley from the list of blocked sites:';
export const microphoneSettings = 'Chrome’s microphone settings page';
export const pasteInNewTab = 'Copied. Paste it into the address bar of a new tab.';
export const macSettings = 'Mac privacy settings';
export const macSettingsText =
  'System Settings > Privacy & Security > Microphone: turn on Google Chrome, then restart it.';
export const windowsSettings = 'Windows privacy settings';
export const windowsSettingsText =
  'Settings > Privacy & security > Microphone: turn it on, including for desktop apps.';
export const soundSettings = 'Sound settings on your computer';
export const soundSettingsText = 'Check that the right microphone is selected and not muted.';

// Copying an address
export const copy = 'Copy';
export const copied = 'Copied';
export const copyBlocked = 'Your browser blocked copying. The address is selected for you to copy.';

// Instead of Chrome on an iPhone
export const cannotUseMicrophone = 'Chrome can’t use the microphone';
export const youCanStill = 'You can still:';
export const tapPhrase = 'Tap a phrase';
export const typeIt = 'Type it';
export const openInSafari = 'Open this page in Safari';
export const safariOftenWorks = 'Safari often works when Chrome doesn’t.';
export const pageAddress = 'Address of this page';
export const pasteInSafari = 'Copied. Paste it into Safari’s address bar.';

// Microphone and sound in two steps
export const twoSteps = 'Set up voice in two steps';
export const chooseAllow = 'When your browser asks, choose Allow.';
export const askForMicrophone = 'Allow microphone';
export const askAgain = 'Try again';
export const waitingForAnswer = 'Waiting for your answer…';
export const turnOnSound = 'Turn on sound';
export const turnOnSoundText =
  'Browsers stay silent until you tap. This lets Parley read translations aloud.';
export const activating = 'Turning on sound…';
export const stepDone = '(done)';
export const allDone = 'All done. Speak when you see ‘Listening’.';
export const soundBlocked =
  'Your browser blocked the sound. Try again, or close this and read the translations.';
export const noMicrophone = 'No microphone found. Please check your audio devices.';
export const microphoneBlocked = (howToAllow: string) => `Your browser blocked the microphone. ${howToAllow}`;
export const microphoneFailed =
  'Parley couldn’t use the microphone. Close any other apps that are using it, then try again.';

// Allowing the microphone in other browsers: iOS 26, Firefox 149 and later
export const allowInSafari =
  'Allow it in iPhone Settings > Safari > Microphone, then reload this page. Since iOS 18, Safari is under Apps.';
export const allowInAndroidFirefox =
  'Tap the shield to the left of the address, then Microphone, to allow it.';
export const allowInFirefox =
  'Click the shield or the crossed-out microphone to the left of the address, then click the × next to ‘Blocked’.';
export const allowElsewhere = 'Open the page’s permissions beside the address, then allow the microphone.';
