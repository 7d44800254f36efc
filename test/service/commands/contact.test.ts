import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { siteFolders, siteIsStale } from '../../../infra/build/web-build.ts';
import { readFlags } from '../../../infra/local/flags.ts';
import { readSettingsFor } from '../../../infra/stack/context.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';

describe('whom people are told to write to', () => {
  test('is said by a flag, of commands of the CDK and of others', () => {
    for (const flags of [
      ['-c', 'contactAddress=help@parley.test'],
      ['--no-rollback', '--context=contactAddress=help@parley.test', '-c', 'stage=test'],
    ]) {
      expect(readSettingsFor(flags).contactAddress).toBe('help@parley.test');
    }
    const flags = ['--port', '9000', '-c', 'contactAddress=help@parley.test', '--no-install'];
    expect(readFlags(flags)).toMatchObject({ port: 9_000, contactAddress: 'help@parley.test' });
  });

  test('is nobody, where it is not said', () => {
    expect(readSettingsFor().contactAddress).toBe('hello@parley.example');
    expect(readFlags([]).contactAddress).toBe('hello@parley.example');
  });

  test('is an e-mail address', () => {
    expect(() => readSettingsFor(['-c', 'contactAddress=nobody'])).toThrow(
      'The context "contactAddress" is not right: an e-mail address.',
    );
  });

  test('stands in the site that is built, which is stale for any other address', async () => {
    await siteIsBuilt();
    const landing = readFileSync(path.join(siteFolders('.build').web, 'landing.html'), 'utf8');
    expect(landing).toContain('hello@parley.example');
    expect(await siteIsStale()).toBe(false);
    expect(await siteIsStale({ contactAddress: 'help@parley.test' })).toBe(true);
  });
});
