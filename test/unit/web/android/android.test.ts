import fc from 'fast-check';
import { expect, test } from 'vitest';
import { listFiles } from '../../../../web/android/files.ts';
import { check } from '../../../support/properties.ts';

test('a download has a unique name for each path, without slashes', () => {
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
