import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { listFiles } from '../../../../web/android/files.ts';
import { generate } from '../../../../web/android/generate.ts';
import {
  areSame,
  describeOptions,
  initialOptions,
  toRequest,
  withFeature,
} from '../../../../web/android/options.ts';
import { ApiError } from '../../../../web/api.ts';
import { check } from '../../../support/properties.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('options', () => {
  const withoutSpeech = withFeature(initialOptions, 'speech-recognition', false);

  test('in another order are equal', () => {
    const back = withFeature(withoutSpeech, 'speech-recognition', true);
    expect(areSame(back, initialOptions)).toBe(true);
    expect(toRequest(back)).toEqual(toRequest(initialOptions));
  });

  test('with any difference are not equal', () => {
    expect(areSame(withoutSpeech, initialOptions)).toBe(false);
    expect(areSame({ ...initialOptions, isStable: false }, initialOptions)).toBe(false);
    expect(areSame({ ...initialOptions, targetSdk: 35 }, initialOptions)).toBe(false);
  });

  test('are described in a sentence', () => {
    expect(describeOptions(initialOptions)).toBe(
      'translation, speech recognition and text to speech; stable versions, target SDK 34',
    );
    expect(describeOptions({ ...withoutSpeech, isStable: false, targetSdk: 35 })).toBe(
      'translation and text to speech; newest versions, target SDK 35',
    );
  });
});

describe('a download', () => {
  test('is named after its path, so that names do not collide', () => {
    const files = listFiles({
      'android/build.gradle': 'a',
      'android/app/build.gradle': 'b',
      'app.json': 'c',
    });
    expect(files).toEqual([
      { path: 'android/build.gradle', downloadName: 'android--build.gradle', text: 'a' },
      { path: 'android/app/build.gradle', downloadName: 'android--app--build.gradle', text: 'b' },
      { path: 'app.json', downloadName: 'app.json', text: 'c' },
    ]);
  });

  test('has a unique name for each path, without slashes', () => {
    const part = fc.stringMatching(/^[\w.]+(-[\w.]+)*$/);
    const path = fc.array(part, { minLength: 1, maxLength: 8 }).map((parts) => parts.join('/'));
    check(
      fc.property(path, (given) => {
        const name = listFiles({ [given]: '' })[0]?.downloadName;
        expect(name).not.toContain('/');
        expect(name?.replaceAll('--', '/')).toBe(given);
      }),
    );
  });
});

test('every failure of generating is one sentence, with its cause', async () => {
  vi.stubGlobal('fetch', async () => new Response('no', { status: 500 }));
  const failure = await generate(initialOptions).catch((error: unknown) => error);
  expect(failure).toMatchObject({ message: 'Failed to generate Android configuration' });
  expect((failure as Error).cause).toBeInstanceOf(ApiError);
});
