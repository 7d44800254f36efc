import { expect, test } from 'vitest';
import { needs } from '../../../../../infra/aws/stack/needs.ts';

test('the sweep of speech may delete whatever functions write there, or one refused key stops all of it', () => {
  const sweep = needs['jobs.sweep-speech'].tables?.speech ?? {};
  const written = Object.values(needs).flatMap(({ tables }) =>
    Object.entries(tables?.speech ?? {}).flatMap(([key, actions]) =>
      actions.includes('PutItem') || actions.includes('UpdateItem') ? [key] : [],
    ),
  );
  const kinds = [...new Set(written)].filter((key) => key !== 'SWEEP#*').sort();
  expect(kinds).toEqual(['ADDRESS#*', 'GUEST#*', 'USER#*']);
  expect(kinds.filter((key) => !sweep[key]?.includes('BatchWriteItem'))).toEqual([]);
});
