import { describe, expect, test } from 'vitest';
import { writeFiles } from '../../../../functions/android/files.ts';
import { writeInstructions } from '../../../../functions/android/instructions.ts';
import { describeProject } from '../../../../functions/android/project.ts';
import { javaVersion } from '../../../../functions/android/versions.ts';
import { androidFeatures, androidSdks } from '../../../../shared/android.ts';
import { faultIn, propertiesOf, type Xml, xmlOf } from './parsers.ts';

/** Every combination that the contract allows. */
const projects = [1, 2, 3, 4, 5, 6, 7]
  .map((set) => androidFeatures.filter((_, index) => set & (1 << index)))
  .flatMap((features) =>
    androidSdks.flatMap((targetSdk) =>
      [true, false].map((stability) => {
        const project = describeProject({ features, preferences: { stability, targetSdk } });
        const name = `${features.join(', ')}, SDK ${targetSdk}, ${stability ? 'proven' : 'newest'}`;
        return { name, project, files: writeFiles(project) };
      }),
    ),
  );

const kotlinFolder = 'android/app/src/main/java/com/parley/app';
const manifestPath = 'android/app/src/main/AndroidManifest.xml';

describe.for(projects)('$name', ({ project, files }) => {
  const { features, versions, targetSdk } = project;
  const file = (path: string) => files[path] ?? '';
  const manifest = xmlOf(file(manifestPath));

  test('every file parses as its type', () => {
    const faults = Object.entries(files).map(([path, text]) => [path, faultIn(path, text)]);
    expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
  });

  test('the build files have the versions of the table', () => {
    const build = file('android/build.gradle');
    const named = Object.fromEntries(
      [...build.matchAll(/^ +(\w+) = "?([\d.]+)"?$/gm)].map(([, name, value]) => [name, value]),
    );
    expect(named).toEqual({
      minSdkVersion: `${versions.minSdk}`,
      targetSdkVersion: `${targetSdk}`,
      compileSdkVersion: `${versions.compileSdk}`,
      buildToolsVersion: `${versions.compileSdk}.0.0`,
      ndkVersion: versions.ndk,
      kotlinVersion: versions.kotlin,
    });
    expect(build).toContain(`"com.android.tools.build:gradle:${versions.agp}"`);
    expect(build).toContain(`"org.jetbrains.kotlin:kotlin-gradle-plugin:${versions.kotlin}"`);
    const wrapper = propertiesOf(file('android/gradle/wrapper/gradle-wrapper.properties'));
    expect(wrapper.distributionUrl).toBe(
      `https://services.gradle.org/distributions/gradle-${versions.gradle}-bin.zip`,
    );
    expect(wrapper.distributionSha256Sum).toBe(versions.gradleSha256);
  });

  test('package.json has one React Native, its React, and the features’ packages', () => {
    const { dependencies, devDependencies } = JSON.parse(file('package.json'));
    expect(dependencies.react).toBe(versions.react);
    expect(dependencies['react-native']).toBe(versions.reactNative);
    expect('@react-native-community/netinfo' in dependencies).toBe(features.has('translation'));
    const all = Object.entries<string>({ ...dependencies, ...devDependencies });
    const own = all.filter(([name]) => name.startsWith('@react-native/'));
    expect(own.map(([, version]) => version)).toEqual(own.map(() => versions.reactNative));
    const cli = all.filter(([name]) => name.startsWith('@react-native-community/cli'));
    expect(cli.map(([, version]) => version)).toEqual(cli.map(() => versions.cli));
  });

  test('the app requests exactly the permissions of its features', () => {
    const asked = manifest['uses-permission'].filter((each: Xml) => each['@tools:node'] !== 'remove');
    expect(asked.map((each: Xml) => each['@android:name'])).toEqual([
      'android.permission.INTERNET',
      ...(features.has('translation') ? ['android.permission.ACCESS_NETWORK_STATE'] : []),
      ...(features.has('speech-recognition') ? ['android.permission.RECORD_AUDIO'] : []),
    ]);
    const devices: Xml[] = manifest['uses-feature'] ?? [];
    expect(devices.map((each) => each['@android:required'])).toEqual(devices.map(() => 'false'));
    const intents: Xml[] = manifest.queries?.[0].intent ?? [];
    expect(intents.map((each) => each.action[0]['@android:name'])).toEqual([
      ...(features.has('speech-recognition') ? ['android.speech.RecognitionService'] : []),
      ...(features.has('text-to-speech') ? ['android.intent.action.TTS_SERVICE'] : []),
    ]);
  });

  test('there is Kotlin exactly for the features, registered and kept by the shrinker', () => {
    const modules = {
      SpeechRecognitionModule: features.has('speech-recognition'),
      TextToSpeechModule: features.has('text-to-speech'),
    };
    for (const [name, isThere] of Object.entries(modules)) {
      expect(`${kotlinFolder}/${name}.kt` in files, name).toBe(isThere);
      expect(file(`${kotlinFolder}/SpeechPackage.kt`).includes(`${name}(reactContext)`), name).toBe(isThere);
      expect(file('android/app/proguard-rules.pro').includes(`com.parley.app.${name} {`), name).toBe(isThere);
    }
    const isAny = Object.values(modules).includes(true);
    expect(`${kotlinFolder}/SpeechPackage.kt` in files).toBe(isAny);
    expect(file(`${kotlinFolder}/MainApplication.kt`).includes('add(SpeechPackage())')).toBe(isAny);
    expect(file('android/app/proguard-rules.pro').includes('netinfo')).toBe(features.has('translation'));
  });

  test('native code is loaded by the call of this React Native', () => {
    const calls = {
      many: 'SoLoader.init(this, false)',
      merged: 'SoLoader.init(this, OpenSourceMergedSoMapping)',
      'single-call': 'loadReactNative(this)',
    };
    const text = file(`${kotlinFolder}/MainApplication.kt`);
    const made = Object.values(calls).filter((call) => text.includes(call));
    expect(made).toEqual([calls[versions.loading]]);
  });

  test('Kotlin, Gradle, the manifest and app.json agree on names', () => {
    const build = file('android/app/build.gradle');
    expect(build.match(/(?:namespace|applicationId) = "(.+)"/g)).toEqual([
      'namespace = "com.parley.app"',
      'applicationId = "com.parley.app"',
    ]);
    for (const [path, text] of Object.entries(files).filter(([each]) => each.endsWith('.kt'))) {
      expect(path.startsWith(`${kotlinFolder}/`), path).toBe(true);
      expect(text.startsWith('package com.parley.app\n'), path).toBe(true);
      expect(text, path).toMatch(new RegExp(`^class ${path.split('/').at(-1)?.replace('.kt', '')}\\b`, 'm'));
    }
    const { name } = JSON.parse(file('app.json'));
    expect(file(`${kotlinFolder}/MainActivity.kt`)).toContain(`getMainComponentName(): String = "${name}"`);
    expect(file('android/settings.gradle')).toContain(`rootProject.name = "${name}"`);
  });

  test('every Kotlin name is imported once, and used', () => {
    for (const [path, text] of Object.entries(files).filter(([each]) => each.endsWith('.kt'))) {
      const names = [...text.matchAll(/^import .*\.(\w+)$/gm)].map(([, name]) => name);
      expect(names, path).toEqual([...new Set(names)]);
      const body = text.replaceAll(/^import .*$/gm, '');
      expect(
        names.filter((name) => !new RegExp(`\\b${name}\\b`).test(body)),
        path,
      ).toEqual([]);
    }
  });

  test('whatever a file refers to is another file, or named in the instructions', () => {
    const instructions = writeInstructions(project).join('\n');
    const all = Object.entries(files);
    const xml = all.filter(([path]) => path.endsWith('.xml')).map(([, text]) => text);
    const wanted = xml.flatMap((text) => [...text.matchAll(/@(\w+)\/(\w+)/g)]);
    expect(wanted.length).toBeGreaterThan(6);
    for (const [reference, type, name] of wanted) {
      const inValues = xml.some((text) => text.includes(`<${type} name="${name}"`));
      const asFile = `android/app/src/main/res/${type}/${name}.xml` in files;
      const fromTemplate = instructions.includes(type === 'mipmap' ? 'mipmap' : `${name}.xml`);
      expect(inValues || asFile || fromTemplate, reference).toBe(true);
    }
    const classes = [...file(manifestPath).matchAll(/android:name="\.(\w+)"/g)].map(([, name]) => name);
    expect(classes).toEqual(['MainApplication', 'MainActivity']);
    for (const name of classes) expect(files).toHaveProperty([`${kotlinFolder}/${name}.kt`]);
    expect(file('android/app/build.gradle')).toContain('"proguard-rules.pro"');
    expect(files).toHaveProperty(['android/app/proguard-rules.pro']);
    for (const template of ['gradlew', 'gradle-wrapper.jar', 'index.js', 'App.tsx']) {
      expect(instructions).toContain(template);
    }
  });

  test('only debug builds allow plain HTTP, and nothing is backed up', () => {
    const allows = (folder: string) =>
      xmlOf(file(`android/app/src/${folder}/res/xml/network_security_config.xml`))['base-config'][0][
        '@cleartextTrafficPermitted'
      ];
    expect([allows('main'), allows('debug')]).toEqual(['false', 'true']);
    expect(manifest.application[0]['@android:allowBackup']).toBe('false');
    const rules = xmlOf(file('android/app/src/main/res/xml/data_extraction_rules.xml'));
    for (const way of ['cloud-backup', 'device-transfer']) {
      const excluded = rules[way][0].exclude.map((each: Xml) => each['@domain']);
      expect(excluded).toEqual(['root', 'file', 'database', 'sharedpref', 'external']);
    }
  });

  test('the instructions name the machine’s parts in their versions', () => {
    const instructions = writeInstructions(project).join('\n');
    const { compileSdk, ndk, cli, reactNative } = versions;
    for (const part of [
      `JDK ${javaVersion}`,
      `SDK Platform ${compileSdk}`,
      `Build-Tools ${compileSdk}.0.0`,
      `NDK ${ndk}`,
      `cli@${cli} init Parley --version ${reactNative} --package-name com.parley.app`,
    ]) {
      expect(instructions).toContain(part);
    }
    expect(instructions.includes('SpeechRecognition.start')).toBe(features.has('speech-recognition'));
    expect(instructions.includes('TextToSpeech.speak')).toBe(features.has('text-to-speech'));
  });
});

const whole = describeProject({
  features: [...androidFeatures],
  preferences: { stability: true, targetSdk: 34 },
});

test.for([
  [`${kotlinFolder}/MainActivity.kt`, (text: string) => text.replace(/\}\s*$/, '')],
  ['android/build.gradle', (text: string) => text.replace(/\}|\)$/m, '')],
  [manifestPath, (text: string) => text.replace(/<\/[\w-]+>\s*$/, '')],
  ['android/gradle.properties', (text: string) => text.replace('=', ' ')],
  ['android/app/proguard-rules.pro', (text: string) => text.replace('-keep', '-kept')],
] as const)('a damaged %s is noticed', ([path, damage]) => {
  const text = writeFiles(whole)[path] ?? '';
  expect(text).not.toBe('');
  expect(faultIn(path, damage(text))).toBeDefined();
});

test('no two combinations give the same files', () => {
  const texts = projects.map(({ files }) => JSON.stringify(files));
  expect(new Set(texts).size).toBe(28);
});

test('the order and repetition of features make no difference', () => {
  const shuffled = describeProject({
    features: ['text-to-speech', 'translation', 'speech-recognition', 'translation'],
    preferences: { stability: true, targetSdk: 34 },
  });
  expect(writeFiles(shuffled)).toEqual(writeFiles(whole));
});
