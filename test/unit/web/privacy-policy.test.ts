import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const web = path.resolve(import.meta.dirname, '../../../web');
const policy = readFileSync(path.join(web, 'pages/legal/privacy-policy.ts'), 'utf8');

test('the privacy policy names everything that the pages keep in the browser', () => {
  const files = readdirSync(web, { recursive: true, encoding: 'utf8' }).filter((file) =>
    /\.tsx?$/.test(file),
  );
  const sources = files.map((file) => readFileSync(path.join(web, file), 'utf8'));
  const keys = new Set(sources.flatMap((source) => source.match(/(?<=')parley\.[\w-]+(?=')/g) ?? []));
  expect(keys).toContain('parley.settings');
  for (const key of keys) expect(policy).toContain(`\`${key}\`: `);
});
