import { expect, test } from 'vitest';
import { files, isModule, read } from './files.ts';
import { commentsOf, type Prose, placeOf, textsOf } from './imports.ts';

/** Words of a private English, in comments, documents and texts. */
const foreign = /\b(anew|so many|as it is|stands|of its own|in the place of)\b|\bnobody[’']s\b/gi;
/** Such a beginning is fine in a question. */
const opening = /(?:^\s*|[.!:]\s+)(?:Who|Whoever|What|Whatever|Nobody)\b[^.!?]*(?=[.!]|$)/gm;

const documents = files.filter((path) => path.endsWith('.md'));
const written = files.filter(
  (path) => (isModule(path) || path.endsWith('.md')) && !path.startsWith('test/house/'),
);

test.for(['infra', 'functions', 'web', 'shared', 'test', 'README.md'])('%s is in plain English', (top) => {
  const places = written.filter((path) => path === top || path.startsWith(`${top}/`)).flatMap(foreignIn);
  expect(places).toEqual([]);
});

test.for(documents)('%s has sentences of at most 25 words', (path) => {
  const long = sentencesOf(read(path)).filter((sentence) => sentence.split(/\s+/).length > 25);
  expect(long).toEqual([]);
});

function foreignIn(path: string): string[] {
  if (!isModule(path)) return matchesIn(path, { text: read(path), start: 0 }, [foreign, opening]);
  // Only the web's texts are sentences for people.
  const ofTexts = path.startsWith('web/') ? [foreign, opening] : [foreign];
  return [
    ...commentsOf(path).flatMap((comment) => matchesIn(path, comment, [foreign, opening])),
    ...textsOf(path).flatMap((text) => matchesIn(path, text, ofTexts)),
  ];
}

function matchesIn(path: string, { text, start }: Prose, patterns: readonly RegExp[]): string[] {
  return patterns.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(
      ({ 0: found, index }) => `${placeOf(path, start + index)} ${found.trim().slice(0, 60)}`,
    ),
  );
}

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
