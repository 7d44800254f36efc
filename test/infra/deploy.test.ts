import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { explainFailure } from '../../infra/deploy.ts';

describe('npm run deploy', () => {
  test('says what is missing before it builds anything, where there are no credentials', () => {
    const { status, stdout, stderr } = spawnSync(process.execPath, ['infra/deploy.ts'], {
      cwd: path.resolve(import.meta.dirname, '../..'),
      encoding: 'utf8',
      env: {
        PATH: process.env.PATH,
        AWS_EC2_METADATA_DISABLED: 'true',
        AWS_CONFIG_FILE: '/nowhere',
        AWS_SHARED_CREDENTIALS_FILE: '/nowhere',
      },
    });
    expect(status).toBe(1);
    expect(stderr).toContain('No AWS credentials were found.');
    expect(stdout).toBe('');
  });

  test.each([
    [
      'SSM parameter /cdk-bootstrap/hnb659fds/version not found. Has the environment been bootstrapped?',
      'npx cdk bootstrap',
    ],
    ['ExpiredToken: The security token included in the request is expired', 'have expired'],
    ['Unable to resolve AWS account to use.', 'No AWS credentials'],
    [
      'User: arn:aws:iam::1:user/x is not authorized to perform: cloudformation:CreateChangeSet',
      'may not do',
    ],
  ])('explains "%s"', (errors, sentence) => {
    expect(explainFailure(errors)).toContain(sentence);
  });

  test('adds nothing to a failure that it does not know', () => {
    expect(explainFailure('Resource handler returned message: "Quota exceeded"')).toBeUndefined();
  });
});
