export const voiceRecording = 'Voice recording';
export const voiceInfo =
  'Tap and speak. We don’t keep recordings. Your browser may send speech to Google or Apple.';

// The speak button
export const speak = 'Speak';
export const stop = 'Stop';
export const tapToHear = 'Tap to Hear';
export const stopRecordingFirst = 'Stop recording to hear it.';
export const voiceNotLoaded = 'The voice didn’t load. Please try again.';
export const voiceNotStarted = 'The voice didn’t start. Please try again.';
export const browserVoiceFailed = 'Your browser’s voice stopped working. Please try again.';
export const unplayable = 'Parley couldn’t play the audio. Please try again.';

// Unsupported languages
export const typingOnly = 'typing only';
export const unsupported = (language: string) => `Parley can’t recognise ${language} speech.`;
export const unsupportedByBrowser = (language: string) =>
  `Speech recognition is not supported in this browser for ${language}.`;
export const typeInstead = 'Type the text instead.';
export const noVoiceNote = 'no voice';
export const noVoice = (language: string) => `This device has no ${language} voice.`;
export const premiumVoiceNote = 'voice with Premium';
export const premiumVoice = (language: string) => `With Premium, Parley reads ${language} aloud.`;
export const noVoiceOfflineNote = 'no voice offline';
export const noVoiceOffline = (language: string) =>
  `You’re offline, and this device has no ${language} voice. Read the text, or try again later.`;

// The toasts of voice input
export const switchingTitle = 'Switching Input Method';
export const tryingAnotherWay = 'Trying another way to listen.';
export const switchedToBrowser = 'Switched to your browser’s speech recognition. Please say it again.';
export const chromeSetupTitle = 'Chrome Voice Setup Needed';
export const iosChromeSetupTitle = 'iOS Chrome Voice Setup Needed';
export const recordingFailedTitle = 'Recording Failed';
export const errorTitle = 'Voice Input Error';
export const issueTitle = 'Voice Input Issue';
export const followSteps = 'Follow the steps below.';
export const voiceNotWorking = 'Voice input not working. You can type instead or try voice again.';
export const missingWords = 'Some words weren’t recognised.';
export const typeOrTryAgain = 'You can type instead or try voice again.';

// The browser's recogniser
export const accessDenied = 'Microphone access denied. Please allow microphone permission.';
export const accessInIosChrome = 'Turn it on in iPhone Settings > Chrome > Microphone.';
export const accessInDesktopChrome = 'Click the microphone icon in the address bar and allow it.';
export const accessInIosSafari = 'Turn it on in Settings > Safari > Microphone.';
export const accessInFirefox = 'Click the shield icon in the address bar and allow it.';
export const connectMicrophone = 'No microphone found. Please connect a microphone and try again.';
export const checkMicrophone = 'No microphone detected. Please check your microphone connection.';
export const notCreated = 'Failed to create speech recognition instance';
export const startRefused = 'Failed to start speech recognition. Please refresh the page and try again.';
export const startTimedOut = 'Failed to start speech recognition. Please try again.';
export const noSpeech = 'No speech detected. Please speak into your microphone.';
export const noSpeechInIosChrome =
  'Hold your iPhone close, and check that iPhone Settings > Chrome > Microphone is on.';
export const networkError = 'Network error. Please check your internet connection.';
export const stoppedUnexpectedly = 'Speech recognition stopped unexpectedly. Please try again.';
export const unknownError = (code: string) => `Speech recognition error: ${code}`;
export const dictationInIosSafari = 'Turn on Dictation in Settings > General > Keyboard.';
export const refreshIosChrome = 'Please refresh the page, or try Safari.';
export const refreshChrome = 'Please refresh the page and try again.';

// The recording
export const permissionDenied = 'Microphone permission denied. Please allow microphone access and try again.';
export const noMicrophone = 'No microphone found. Please check your audio devices.';
export const microphoneBusy = 'Recording failed: the microphone is in use or was disconnected';
export const microphoneDisconnected = 'Recording failed: the microphone was disconnected';
export const microphoneInterrupted = 'Recording failed: the microphone was interrupted';
export const recordingFailed = (reason: string) => `Recording failed: ${reason}`;
export const recordingUnsupported = 'this browser can’t record on this page';
export const microphoneUnresponsive = 'the microphone didn’t respond';
export const unknownReason = 'unknown reason';
export const recordingError = 'Recording error occurred';
export const unreadableAudio = 'Failed to process audio.';
