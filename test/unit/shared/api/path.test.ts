import { expect, test } from 'vitest';
import { endpoints } from '../../../../shared/api/index.ts';
import { listMethods, matchPath } from '../../../../shared/api/path.ts';

test.each([
  ['/api/health', '/api/health', {}],
  ['/api/translations/{id}', '/api/translations/a%20b', { id: 'a b' }],
  ['/api/translations/{id}', '/api/translations/%E0%A4%A', { id: '%E0%A4%A' }],
  ['/api/translations/{id}/star', '/api/translations/1/star', { id: '1' }],
  ['/api/translations/{id}', '/api/translations/', undefined],
  ['/api/translations/{id}', '/api/translations/1/star', undefined],
  ['/api/health', '/api//health', undefined],
  ['/api/health', '/api/Health', undefined],
  ['$default', '/api/nothing', undefined],
])('%s matches %s with %j', (pattern, path, parameters) => {
  expect(matchPath(pattern, path)).toEqual(parameters);
});

test('a row that caches answers HEAD as well as GET', () => {
  expect(listMethods(endpoints['system.health'])).toEqual(['GET', 'HEAD']);
  expect(listMethods(endpoints['translation.list'])).toEqual(['GET']);
  expect(listMethods(endpoints['translation.translate'])).toEqual(['POST']);
});
