import { createHash } from 'node:crypto';
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { changedSettings, elsewhere, templatesFile } from './templates.ts';

const root = path.resolve(import.meta.dirname, '../..');

/**
 * Makes everything that `templates.ts` reads, where it is older than its sources. One process makes all of it: loading
 * the CDK takes longer than all of the syntheses.
 */
export async function makeTemplates(): Promise<void> {
  const sources = await sourcesHash();
  const made = await readFile(templatesFile, 'utf8').catch(() => '{}');
  if (JSON.parse(made).sources === sources) return;
  const [{ Bucket }, { examine }, synthesis] = await Promise.all([
    import('aws-cdk-lib/aws-s3'),
    import('./findings.ts'),
    import('./synthesis.ts'),
  ]);
  const { emptyFolders, synthesise, synthesiseEdge, synthesiseUnchecked } = synthesis;
  const folders = emptyFolders();
  const everything = {
    sources,
    usual: synthesiseUnchecked(folders).toJSON(),
    changed: synthesiseUnchecked(folders, changedSettings).toJSON(),
    otherBudget: synthesiseUnchecked(folders, { monthlyBudgetDollars: '7' }).toJSON(),
    abroad: synthesise(folders, elsewhere).toJSON(),
    edge: synthesiseEdge().toJSON(),
    careless: failureOf(() => synthesise(folders, {}, (stack) => new Bucket(stack, 'Careless'))),
    examined: {
      usual: examine(folders),
      changed: examine(folders, changedSettings),
      abroad: examine(folders, elsewhere),
    },
  };
  folders.remove();
  await mkdir(path.dirname(templatesFile), { recursive: true });
  await writeFile(templatesFile, JSON.stringify(everything));
}

/** cdk-nag's report on a refused stack. */
function failureOf(synthesis: () => unknown): string {
  let written = '';
  const { write } = process.stderr;
  process.stderr.write = (chunk: string | Uint8Array) => {
    written += `${chunk}`;
    return true;
  };
  try {
    synthesis();
    return '';
  } catch (error) {
    return `${error}\n${written}`;
  } finally {
    process.stderr.write = write;
  }
}

async function sourcesHash(): Promise<string> {
  const patterns = [
    'infra/aws/**/*.ts',
    'test/stack/{make-templates,synthesis,findings,templates}.ts',
    '{shared,functions}/**/*.ts',
    'cdk.json',
    'package-lock.json',
  ];
  const files: string[] = [];
  for await (const file of glob(patterns, { cwd: root })) files.push(file);
  const hash = createHash('sha256');
  for (const file of files.sort()) hash.update(`${file}\0`).update(await readFile(path.join(root, file)));
  return hash.digest('hex');
}
