import { expect, test } from 'vitest';
import { gradleFiles } from '../../../../functions/android/gradle.ts';
import { instructions as steps } from '../../../../functions/android/instructions.ts';
import { kotlinFiles } from '../../../../functions/android/kotlin.ts';
import { packageFiles } from '../../../../functions/android/package.ts';
import { xmlFiles } from '../../../../functions/android/xml.ts';
import { faultIn, type Xml, xmlOf } from './parsers.ts';

const files: Record<string, string> = { ...gradleFiles, ...xmlFiles, ...kotlinFiles, ...packageFiles };
const instructions = steps.join('\n');
const kotlinFolder = 'android/app/src/main/java/com/parley/app';
const manifestPath = 'android/app/src/main/AndroidManifest.xml';
const manifest = xmlOf(file(manifestPath));

test('every file parses as its type', () => {
  const faults = Object.entries(files).map(([path, text]) => [path, faultIn(path, text)]);
  expect(faults.filter(([, fault]) => fault !== undefined)).toEqual([]);
});

test('the app starts with the template’s screen, as the page pictures it', () => {
  expect(Object.keys(files).filter((path) => /^(App|index)\./.test(path))).toEqual([]);
  expect(instructions).toMatch(/Keep the project’s other files: .*App\.tsx/);
});

test('package.json has one React Native, and its parts in the same version', () => {
  const { dependencies, devDependencies } = JSON.parse(file('package.json'));
  const all = Object.entries<string>({ ...dependencies, ...devDependencies });
  const parts = all.filter(([name]) => name.startsWith('@react-native/'));
  expect(parts.length).toBeGreaterThan(0);
  expect(new Set(parts.map(([, version]) => version))).toEqual(new Set([dependencies['react-native']]));
});

test('the app requests exactly the permissions of its features', () => {
  const asked = manifest['uses-permission'].filter((each: Xml) => each['@tools:node'] !== 'remove');
  expect(asked.map((each: Xml) => each['@android:name'])).toEqual([
    'android.permission.INTERNET',
    'android.permission.ACCESS_NETWORK_STATE',
    'android.permission.RECORD_AUDIO',
  ]);
  expect(manifest['uses-feature'].map((each: Xml) => each['@android:required'])).toEqual(['false']);
  expect(manifest.queries[0].intent.map((each: Xml) => each.action[0]['@android:name'])).toEqual([
    'android.speech.RecognitionService',
    'android.intent.action.TTS_SERVICE',
  ]);
});

test('both Kotlin modules are registered, and kept by the shrinker', () => {
  for (const name of ['SpeechRecognitionModule', 'TextToSpeechModule']) {
    expect(file(`${kotlinFolder}/SpeechPackage.kt`)).toContain(`${name}(reactContext)`);
    expect(file('android/app/proguard-rules.pro')).toContain(`com.parley.app.${name} {`);
  }
  expect(file(`${kotlinFolder}/MainApplication.kt`)).toContain('add(SpeechPackage())');
});

test('the instructions name both modules as JavaScript finds them, with methods that they have', () => {
  const uses = [...instructions.matchAll(/NativeModules\.(\w+)\.(\w+)/g)];
  expect(uses.map(([, module]) => module)).toEqual(['SpeechRecognition', 'TextToSpeech']);
  for (const [, module, method] of uses) {
    const kotlin = file(`${kotlinFolder}/${module}Module.kt`);
    expect(kotlin).toContain(`getName(): String = "${module}"`);
    expect(kotlin).toMatch(new RegExp(`@ReactMethod\\s+fun ${method}\\(`));
  }
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

test('each reference of a file is another file, or named in the instructions', () => {
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

function file(path: string): string {
  const text = files[path];
  if (text === undefined) throw new Error(`There is no file ${path}.`);
  return text;
}
