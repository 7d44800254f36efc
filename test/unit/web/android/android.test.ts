import fc from 'fast-check';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { downloadInTurn, listFiles } from '../../../../web/android/files.ts';
import { check } from '../../../support/properties.ts';

afterEach(() => {
  vi.useRealTimers();
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

describe('all files', () => {
  const files = listFiles({ a: '', b: '', c: '' });

  test('are downloaded 100 ms apart, the first at once', () => {
    vi.useFakeTimers({ now: 0 });
    const taken: [name: string, count: number, atMs: number][] = [];
    let name = '';
    downloadInTurn(
      files,
      (file) => {
        name = file.downloadName;
      },
      (count) => taken.push([name, count, Date.now()]),
    );
    expect(taken).toEqual([['a', 1, 0]]);
    vi.advanceTimersByTime(99);
    expect(taken).toHaveLength(1);
    vi.advanceTimersByTime(1_000);
    expect(taken).toEqual([
      ['a', 1, 0],
      ['b', 2, 100],
      ['c', 3, 200],
    ]);
  });
});
