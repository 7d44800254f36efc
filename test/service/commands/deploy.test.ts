import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { explainFailure, findsCredentials, findWarning } from '../../../infra/commands/deploy.ts';

describe('npm run deploy', () => {
  test('stops before building without credentials', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/commands/deploy.ts'], {
      cwd: path.resolve(import.meta.dirname, '../../..'),
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_CONFIG_FILE: '/nowhere',
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      },
    });
    expect(status).toBe(1);
    expect(stderr).toContain('No AWS credentials found.');
    expect(stdout).toBe('');
  });

  test.each([['--profile', 'deployer'], ['--profile=deployer']])(
    'uses the profile of the flags: %s',
    async (...profile) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'parley-deploy-'));
      onTestFinished(() => rmSync(folder, { recursive: true }));
      const file = path.join(folder, 'credentials');
      writeFileSync(file, '[deployer]\naws_access_key_id = test\naws_secret_access_key = test\n');
      for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY', 'AWS_PROFILE']) {
        vi.stubEnv(name, undefined);
      }
      vi.stubEnv('AWS_EC2_METADATA_DISABLED', 'true');
      vi.stubEnv('AWS_CONFIG_FILE', '/nowhere');
      vi.stubEnv('AWS_SHARED_CREDENTIALS_FILE', file);
      expect(await findsCredentials(['-c', 'stage=test', ...profile])).toBe(true);
      expect(await findsCredentials(['-c', 'stage=test'])).toBe(false);
    },
  );

  test('warns about a placeholder as the contact address', () => {
    expect(findWarning(['-c', 'stage=test'])).toContain('the placeholder hello@parley.example');
    expect(findWarning(['-c', 'contactAddress=help@parley.test', '-c', 'stage=test'])).toBeUndefined();
  });

  test.each([
    [
      'SSM parameter /cdk-bootstrap/hnb659fds/version not found. Has the environment been bootstrapped?',
      'npx cdk bootstrap',
    ],
    ['ExpiredToken: The security token included in the request is expired', 'have expired'],
    [
      'the confirmation via SSM parameter /cdk-bootstrap/hnb659fds/version the following error occurred: ' +
        'AccessDeniedException: User: arn:aws:iam::1:user/x is not authorized to perform: ssm:GetParameter',
      'lack a right',
    ],
    ['Unable to resolve AWS account to use.', 'No AWS credentials'],
    [
      'User: arn:aws:iam::1:user/x is not authorized to perform: cloudformation:CreateChangeSet',
      'lack a right',
    ],
  ])('explains "%s"', (errors, sentence) => {
    expect(explainFailure(errors)).toContain(sentence);
  });

  test('does not explain unknown errors', () => {
    expect(explainFailure('Resource handler returned message: "Quota exceeded"')).toBeUndefined();
  });
});
