import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { getSiteFolders, isSiteStale } from '../../../infra/aws/build/web-build.ts';
import { readCommandSettings } from '../../../infra/aws/stack/context.ts';
import { readFlags } from '../../../infra/local/flags.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';

describe('the contact address', () => {
  test('is read from the flags of every command', () => {
    for (const flags of [
      ['-c', 'contactAddress=help@parley.test'],
      ['--no-rollback', '--context=contactAddress=help@parley.test', '-c', 'stage=test'],
    ]) {
      expect(readCommandSettings(flags).contactAddress).toBe('help@parley.test');
    }
    const flags = ['--port', '9000', '-c', 'contactAddress=help@parley.test'];
    expect(readFlags(flags)).toMatchObject({ port: 9_000, contactAddress: 'help@parley.test' });
  });

  test('must be an email address', () => {
    expect(() => readCommandSettings(['-c', 'contactAddress=nobody'])).toThrow(
      'The context value "contactAddress" is invalid: use an email address.',
    );
  });

  test('is in the built site, which is stale for another address', async () => {
    await siteIsBuilt();
    const landing = readFileSync(path.join(getSiteFolders('.build').web, 'landing.html'), 'utf8');
    expect(landing).toContain('hello@parley.example');
    expect(await isSiteStale()).toBe(false);
    expect(await isSiteStale({ contactAddress: 'help@parley.test' })).toBe(true);
  });
});
