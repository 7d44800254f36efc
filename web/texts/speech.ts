import { t } from '../language/message.ts';

export const voiceRecording = t('Voice recording');
export const voiceInfo = t(
  'Tap and speak. We don’t keep recordings. Your browser may send speech to Google or Apple.',
);

// The speak button
export const speak = t('Speak');
export const stop = t('Stop');
export const tapToHear = t('Tap to Hear');
export const stopRecordingFirst = t('Stop recording to hear it.');
export const voiceNotLoaded = t('The voice didn’t load. Please try again.');
export const voiceNotStarted = t('The voice didn’t start. Please try again.');
export const browserVoiceFailed = t('Your browser’s voice stopped working. Please try again.');
export const unplayable = t('Parley couldn’t play the audio. Please try again.');

// Unsupported languages
export const typingOnly = t('typing only');
export const unsupported = (language: string) => t('Parley can’t recognise {language} speech.', { language });
export const unsupportedByBrowser = (language: string) =>
  t('Speech recognition is not supported in this browser for {language}.', { language });
export const typeInstead = t('Type the text instead.');
export const noVoiceNote = t('no voice');
export const noVoice = (language: string) => t('This device has no {language} voice.', { language });
export const premiumVoiceNote = t('voice with Premium');
export const premiumVoice = (language: string) =>
  t('With Premium, Parley reads {language} aloud.', { language });
export const noVoiceOfflineNote = t('no voice offline');
export const noVoiceOffline = (language: string) =>
  t('You’re offline, and this device has no {language} voice. Read the text, or try again later.', {
    language,
  });

// The toasts of voice input
export const switchingTitle = t('Switching Input Method');
export const tryingAnotherWay = t('Trying another way to listen.');
export const switchedToBrowser = t('Switched to your browser’s speech recognition. Please say it again.');
export const chromeSetupTitle = t('Chrome Voice Setup Needed');
export const iosChromeSetupTitle = t('iOS Chrome Voice Setup Needed');
export const recordingFailedTitle = t('Recording Failed');
export const errorTitle = t('Voice Input Error');
export const issueTitle = t('Voice Input Issue');
export const followSteps = t('Follow the steps below.');
export const voiceNotWorking = t('Voice input not working. You can type instead or try voice again.');
export const missingWords = t('Some words weren’t recognised.');
export const typeOrTryAgain = t('You can type instead or try voice again.');

// The browser's recogniser
export const accessDenied = t('Microphone access denied. Please allow microphone permission.');
export const accessInIosChrome = t('Turn it on in iPhone Settings > Chrome > Microphone.');
export const accessInDesktopChrome = t('Click the microphone icon in the address bar and allow it.');
export const accessInIosSafari = t('Turn it on in Settings > Safari > Microphone.');
export const accessInFirefox = t('Click the shield icon in the address bar and allow it.');
export const connectMicrophone = t('No microphone found. Please connect a microphone and try again.');
export const checkMicrophone = t('No microphone detected. Please check your microphone connection.');
export const notCreated = t('Failed to create speech recognition instance');
export const startRefused = t('Failed to start speech recognition. Please refresh the page and try again.');
export const startTimedOut = t('Failed to start speech recognition. Please try again.');
export const noSpeech = t('No speech detected. Please speak into your microphone.');
export const noSpeechInIosChrome = t(
  'Hold your iPhone close, and check that iPhone Settings > Chrome > Microphone is on.',
);
export const networkError = t('Network error. Please check your internet connection.');
export const stoppedUnexpectedly = t('Speech recognition stopped unexpectedly. Please try again.');
export const unknownError = (code: string) => t('Speech recognition error: {code}', { code });
export const dictationInIosSafari = t('Turn on Dictation in Settings > General > Keyboard.');
export const refreshIosChrome = t('Please refresh the page, or try Safari.');
export const refreshChrome = t('Please refresh the page and try again.');

// The recording
export const permissionDenied = t(
  'Microphone permission denied. Please allow microphone access and try again.',
);
export const noMicrophone = t('No microphone found. Please check your audio devices.');
export const microphoneBusy = t('Recording failed: the microphone is in use or was disconnected');
export const microphoneDisconnected = t('Recording failed: the microphone was disconnected');
export const microphoneInterrupted = t('Recording failed: the microphone was interrupted');
export const microphoneMuted = t('Recording failed: the microphone is muted');
export const recordingFailed = (reason: string) => t('Recording failed: {reason}', { reason });
export const recordingUnsupported = t('this browser can’t record on this page');
export const microphoneUnresponsive = t('the microphone didn’t respond');
export const unknownReason = t('unknown reason');
export const recordingError = t('Recording error occurred');
export const unreadableAudio = t('Failed to process audio.');
