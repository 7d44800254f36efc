import { expect, test } from 'vitest';
import { findWarning } from '../../../infra/commands/deploy.ts';

test('npm run deploy warns about a placeholder as the contact address', () => {
  expect(findWarning(['-c', 'stage=test'])).toContain('the placeholder hello@parley.example');
  expect(findWarning(['-c', 'contactAddress=help@parley.test', '-c', 'stage=test'])).toBeUndefined();
});
