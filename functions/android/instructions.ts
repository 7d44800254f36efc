import { versions } from './versions.ts';

const { reactNative, cli, compileSdk, ndk, java } = versions;

/** A command to copy is in backticks, at the end of its step. */
export const instructions = [
  `Install Node.js 18 or newer, JDK ${java} and Android Studio.`,
  `In Android Studio’s SDK Manager, add Android SDK Platform ${compileSdk}, SDK Build-Tools ${compileSdk}.0.0, NDK ${ndk} and the Platform-Tools.`,
  `Set ANDROID_HOME to the SDK folder and JAVA_HOME to the JDK ${java} folder.`,
  `Create a project: \`npx @react-native-community/cli@${cli} init Parley --version ${reactNative} --package-name com.parley.app --skip-install\``,
  'Copy each downloaded file into the project, to the path shown with it.',
  'Keep the project’s other files: android/gradlew, android/gradlew.bat and android/gradle/wrapper/gradle-wrapper.jar, the launcher icons (mipmap folders) and rn_edit_text_material.xml under android/app/src/main/res, index.js and App.tsx.',
  'For an existing project, merge package.json by hand and delete the old MainActivity and MainApplication.',
  `In the folder Parley, install the packages: \`npm install\``,
  'Connect a phone with USB debugging switched on, or start an emulator in Android Studio.',
  'Serve the app’s JavaScript, and leave this running: `npm start`',
  'In a second terminal, build the app and open it: `npm run android`',
  'To build without opening the app, run this in android/ (the app will be in android/app/build/outputs/apk/debug): `./gradlew assembleDebug`',
  'To check for a network before translating, import NetInfo from @react-native-community/netinfo.',
  'To recognise speech, request the microphone with PermissionsAndroid, call NativeModules.SpeechRecognition.start with a language such as en-US, and listen for SpeechResult with DeviceEventEmitter.',
  'To speak, call NativeModules.TextToSpeech.speak with the text, a language such as es-ES, and the rate 1.',
  'Before you publish, create an upload key with keytool, set PARLEY_UPLOAD_STORE_FILE, PARLEY_UPLOAD_STORE_PASSWORD, PARLEY_UPLOAD_KEY_ALIAS and PARLEY_UPLOAD_KEY_PASSWORD in ~/.gradle/gradle.properties, and run this in android/: `./gradlew bundleRelease`',
];
