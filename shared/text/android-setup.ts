/** The server's instructions for an Android project, in English. The page words the same in each language. */
export const androidSteps = {
  installTools: 'Install Node.js 18 or newer, JDK {java} and Android Studio.',
  addSdk:
    'In Android Studio’s SDK Manager, add Android SDK Platform {compileSdk}, SDK Build-Tools {compileSdk}.0.0, NDK {ndk} and the Platform-Tools.',
  setVariables: 'Set ANDROID_HOME to the SDK folder and JAVA_HOME to the JDK {java} folder.',
  createProject: 'Create a project:',
  copyFiles: 'Copy each downloaded file into the project, to the path shown with it.',
  keepFiles:
    'Keep the project’s other files: android/gradlew, android/gradlew.bat and android/gradle/wrapper/gradle-wrapper.jar, the launcher icons (mipmap folders) and rn_edit_text_material.xml under android/app/src/main/res, index.js and App.tsx.',
  mergeProject:
    'For an existing project, merge package.json by hand and delete the old MainActivity and MainApplication.',
  installPackages: 'In the folder Parley, install the packages:',
  connectPhone: 'Connect a phone with USB debugging switched on, or start an emulator in Android Studio.',
  serve: 'Serve the app’s JavaScript, and leave this running:',
  build: 'In a second terminal, build the app and open it:',
  buildOnly:
    'To build without opening the app, run this in android/ (the app will be in android/app/build/outputs/apk/debug):',
  checkNetwork:
    'To check for a network before translating, import NetInfo from @react-native-community/netinfo.',
  recognise:
    'To recognise speech, request the microphone with PermissionsAndroid, call NativeModules.SpeechRecognition.start with a language such as en-US, and listen for SpeechResult with DeviceEventEmitter.',
  speak:
    'To speak, call NativeModules.TextToSpeech.speak with the text, a language such as es-ES, and the rate 1.',
  publish:
    'Before you publish, create an upload key with keytool, set PARLEY_UPLOAD_STORE_FILE, PARLEY_UPLOAD_STORE_PASSWORD, PARLEY_UPLOAD_KEY_ALIAS and PARLEY_UPLOAD_KEY_PASSWORD in ~/.gradle/gradle.properties, and run this in android/:',
} as const;

export type AndroidStep = keyof typeof androidSteps;
