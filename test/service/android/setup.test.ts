import { expect, test } from 'vitest';
import { setup } from '../../../shared/api/android.schema.ts';
import type { Output } from '../../../shared/api/contract.ts';
import { sharedParley } from '../../support/parley/shared.ts';
import { post } from '../../support/parley/system.ts';

const url = sharedParley.url;

/** Sent by the page. */
const usual = {
  projectType: 'react-native',
  features: ['translation', 'speech-recognition', 'text-to-speech'],
  preferences: { stability: true, targetSdk: 34 },
};

test('anyone gets a complete project', async () => {
  const { configFiles, buildInstructions, wording, ...rest } = await generate(usual);
  expect(rest).toEqual({
    metadata: {
      expectedSuccessRate: '95%',
      estimatedBuildTime: '4–7 minutes',
      optimizedFor:
        'Optimised for reliable builds: React Native 0.75 with long-proven settings, for Android SDK 34.',
    },
    versions: { gradle: '8.8', kotlin: '1.9.25', agp: '8.5.0', androidSdk: '34', java: '17' },
  });
  expect(Object.keys(configFiles).toSorted()).toEqual([
    'android/app/build.gradle',
    'android/app/proguard-rules.pro',
    'android/app/src/debug/res/xml/network_security_config.xml',
    'android/app/src/main/AndroidManifest.xml',
    'android/app/src/main/java/com/parley/app/MainActivity.kt',
    'android/app/src/main/java/com/parley/app/MainApplication.kt',
    'android/app/src/main/java/com/parley/app/SpeechPackage.kt',
    'android/app/src/main/java/com/parley/app/SpeechRecognitionModule.kt',
    'android/app/src/main/java/com/parley/app/TextToSpeechModule.kt',
    'android/app/src/main/res/values/strings.xml',
    'android/app/src/main/res/values/styles.xml',
    'android/app/src/main/res/xml/data_extraction_rules.xml',
    'android/app/src/main/res/xml/network_security_config.xml',
    'android/build.gradle',
    'android/gradle.properties',
    'android/gradle/wrapper/gradle-wrapper.properties',
    'android/settings.gradle',
    'app.json',
    'babel.config.js',
    'metro.config.js',
    'package.json',
  ]);
  expect(buildInstructions[0]).toBe('Install Node.js 18 or newer, JDK 17 and Android Studio.');
  for (const each of buildInstructions) expect(each).toMatch(/^[A-Z](?!.*(?:\n|\{))/);
  expect(wording.steps.map(({ command }) => command)).toEqual(
    buildInstructions.map((each) => /`(.+)`$/.exec(each)?.[1]),
  );
});

test('any other project is refused, with the name of each field that is wrong', async () => {
  const body = {
    projectType: 'flutter',
    features: ['translation', 'camera', 'text-to-speech'],
    preferences: { stability: false, targetSdk: 35 },
  };
  const response = await post(url, '/api/android/auto-setup', body);
  expect(response.status).toBe(400);
  const { code, issues } = (await response.json()) as { code: string; issues: { path: string }[] };
  expect(code).toBe('invalid_request');
  expect(issues.map((issue) => issue.path)).toEqual([
    'projectType',
    'features.1',
    'preferences.stability',
    'preferences.targetSdk',
  ]);
});

async function generate(body: object): Promise<Output<'android.setup'>> {
  const response = await post(url, '/api/android/auto-setup', body);
  expect(response.status).toBe(200);
  const answer = await response.json();
  expect(setup.output.parse(answer)).toEqual(answer);
  return answer as Output<'android.setup'>;
}
