import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { settingsOf } from '../../../infra/context.ts';
import { readFlags } from '../../../infra/local/flags.ts';
import { buildSite, siteFolders, siteIsStale } from '../../../infra/web-build.ts';

describe('whom people are told to write to', () => {
  test('is said by a flag, of commands of the CDK and of others', () => {
    for (const flags of [
      ['-c', 'contactAddress=help@parley.test'],
      ['--no-rollback', '--context=contactAddress=help@parley.test', '-c', 'stage=test'],
    ]) {
      expect(settingsOf(flags).contactAddress).toBe('help@parley.test');
    }
    const flags = ['--port', '9000', '-c', 'contactAddress=help@parley.test', '--no-install'];
    expect(readFlags(flags)).toMatchObject({ port: 9_000, contactAddress: 'help@parley.test' });
  });

  test('is nobody, where it is not said', () => {
    expect(settingsOf().contactAddress).toBe('hello@parley.example');
    expect(readFlags([]).contactAddress).toBe('hello@parley.example');
  });

  test('is an e-mail address', () => {
    expect(() => settingsOf(['-c', 'contactAddress=nobody'])).toThrow(
      'The context "contactAddress" is not right: an e-mail address.',
    );
  });

  test('stands in the site that is built, which is stale for any other address', async () => {
    const parent = mkdtempSync(path.join(tmpdir(), 'parley-contact-'));
    onTestFinished(() => rmSync(parent, { recursive: true }));
    const folders = siteFolders(parent);
    const wanted = { folders, contactAddress: 'help@parley.test' };
    expect(await siteIsStale(wanted)).toBe(true);
    await buildSite(wanted);
    const scripts = readdirSync(path.join(folders.web, 'assets')).filter((file) => file.endsWith('.js'));
    const landing = readFileSync(path.join(folders.web, 'landing.html'), 'utf8');
    expect(landing).toContain('help@parley.test');
    const code = scripts.map((file) => readFileSync(path.join(folders.web, 'assets', file), 'utf8')).join();
    expect(code).toContain('help@parley.test');
    expect(code).not.toContain('parley.example');
    expect(await siteIsStale(wanted)).toBe(false);
    expect(await siteIsStale({ folders, contactAddress: 'hello@parley.example' })).toBe(true);
  });
});
