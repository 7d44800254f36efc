import { expect, test } from 'vitest';
import { files, read } from './files.ts';

test.for(files.filter((path) => path.endsWith('.md')))('%s has sentences of at most 25 words', (path) => {
  const long = sentencesOf(read(path)).filter((sentence) => sentence.split(/\s+/).length > 25);
  expect(long).toEqual([]);
});

test.for(files.filter((path) => path.endsWith('DECISIONS.md')))(
  'each decision of %s has its date',
  (path) => {
    const decisions = read(path).match(/^\*\*.*/gm) ?? [];
    expect(decisions.filter((each) => !/^\*\*.+\*\* 20\d\d-\d\d-\d\d$/.test(each))).toEqual([]);
  },
);

/** The sentences of a document: each row's cell and each item of a list ends one. */
function sentencesOf(document: string): string[] {
  return document
    .replaceAll(/^```[\s\S]*?^```/gm, '')
    .replaceAll(/`[^`\n]*`/g, 'code')
    .replaceAll(/\]\([^)]*\)/g, ']')
    .split(/\n{2,}|\n(?=\s*(?:[-*|#]|\d+\.)\s?)|\||(?<=[.!?:;])\s+/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}
