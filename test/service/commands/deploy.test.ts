import { describe, expect, test } from 'vitest';
import { explainFailure, findWarning } from '../../../infra/commands/deploy.ts';

describe('npm run deploy', () => {
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
