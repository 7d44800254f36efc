import type { Project } from './project.ts';
import { joinLines } from './text.ts';

export function writeManifestFiles(project: Project): Record<string, string> {
  return { 'android/app/src/main/AndroidManifest.xml': writeManifest(project) };
}

function writeManifest(project: Project): string {
  return joinLines(
    '<?xml version="1.0" encoding="utf-8"?>',
    '<manifest xmlns:android="http://schemas.android.com/apk/res/android"',
    '    xmlns:tools="http://schemas.android.com/tools">',
    '',
    ...listPermissions(project),
    ...listQueries(project),
    '',
    ...application,
    '</manifest>',
  );
}

/** `required` is false, because typed text works without a microphone. */
function listPermissions({ features }: Project): (string | false)[] {
  return [
    '    <uses-permission android:name="android.permission.INTERNET" />',
    ...(features.has('translation')
      ? [
          '    <uses-permission android:name="android.permission.ACCESS_NETWORK_STATE" />',
          '    <!-- NetInfo asks for the Wi-Fi’s name, which this app does not need. -->',
          '    <uses-permission android:name="android.permission.ACCESS_WIFI_STATE" tools:node="remove" />',
        ]
      : []),
    ...(features.has('speech-recognition')
      ? [
          '    <uses-permission android:name="android.permission.RECORD_AUDIO" />',
          '    <uses-feature android:name="android.hardware.microphone" android:required="false" />',
        ]
      : []),
  ];
}

/** Since Android 11 an app sees only services that it names. */
function listQueries({ features }: Project): string[] {
  const actions = [
    ...(features.has('speech-recognition') ? ['android.speech.RecognitionService'] : []),
    ...(features.has('text-to-speech') ? ['android.intent.action.TTS_SERVICE'] : []),
  ];
  if (actions.length === 0) return [];
  return [
    '',
    '    <queries>',
    ...actions.flatMap((action) => [
      '        <intent>',
      `            <action android:name="${action}" />`,
      '        </intent>',
    ]),
    '    </queries>',
  ];
}

const application = [
  '    <application',
  '        android:name=".MainApplication"',
  '        android:label="@string/app_name"',
  '        android:icon="@mipmap/ic_launcher"',
  '        android:roundIcon="@mipmap/ic_launcher_round"',
  '        android:theme="@style/AppTheme"',
  '        android:supportsRtl="true"',
  '        android:allowBackup="false"',
  '        android:dataExtractionRules="@xml/data_extraction_rules"',
  '        android:networkSecurityConfig="@xml/network_security_config"',
  '        tools:targetApi="31">',
  '        <activity',
  '            android:name=".MainActivity"',
  '            android:exported="true"',
  '            android:launchMode="singleTask"',
  '            android:windowSoftInputMode="adjustResize"',
  '            android:configChanges="keyboard|keyboardHidden|orientation|screenLayout|screenSize|smallestScreenSize|uiMode">',
  '            <intent-filter>',
  '                <action android:name="android.intent.action.MAIN" />',
  '                <category android:name="android.intent.category.LAUNCHER" />',
  '            </intent-filter>',
  '        </activity>',
  '    </application>',
];
