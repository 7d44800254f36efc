import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { makeTemplates } from '../../stack/make-templates.ts';
import { readTemplates } from '../../stack/templates.ts';
import { divide } from './accepted.ts';
import { type Judge, run } from './tools.ts';

/** cfn-lint and checkov read the stack with usual and with changed settings, and the one beside it in us-east-1. */
export const templateJudge: Judge = {
  tool: {
    name: 'cfn-lint-1.58.0-checkov-3.3.0',
    needs: ['python3'],
    fetch: async (folder) => {
      await run('python3', ['-m', 'venv', folder]);
      const pip = ['-m', 'pip', 'install', '--quiet', 'cfn-lint==1.58.0', 'checkov==3.3.0'];
      await run(path.join(folder, 'bin/python'), pip);
    },
  },
  async *judge(tool) {
    await makeTemplates();
    const { usual, changed, edge } = await readTemplates();
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-templates-'));
    try {
      const files = Object.entries({ usual, changed, edge }).map(([name, template]) => {
        const file = path.join(folder, `${name}.json`);
        writeFileSync(file, JSON.stringify(template));
        return file;
      });
      const looked = `${files.length} templates`;
      const linted = await lint(path.join(tool, 'bin/cfn-lint'), files);
      yield { by: 'cfn-lint', looked, found: linted.length, ...divide('cfn-lint', linted) };
      const checked = await check(path.join(tool, 'bin/checkov'), files);
      yield { by: 'checkov', looked, found: checked.length, ...divide('checkov', checked) };
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
};

async function lint(program: string, files: readonly string[]) {
  const args = ['--format', 'json', '--regions', 'us-east-1', '--', ...files];
  // The status is a sum of 2 for errors, 4 for warnings and 8 for remarks.
  const { output } = await run(program, args, { statuses: [0, 2, 4, 6, 8, 10, 12, 14] });
  return (JSON.parse(output || '[]') as LintFinding[]).map(({ Rule, Filename, Message }) => ({
    rule: Rule.Id,
    text: `${path.basename(Filename)}: ${Message}`,
  }));
}

async function check(program: string, files: readonly string[]) {
  const args = [
    '--framework',
    'cloudformation',
    '--output',
    'json',
    '--quiet',
    '--compact',
    '--skip-download',
  ];
  const given = files.flatMap((file) => ['--file', file]);
  const { output } = await run(program, [...args, ...given], { statuses: [0, 1] });
  const reports: CheckovReport[] = [JSON.parse(output)].flat();
  return reports
    .flatMap(({ results }) => results.failed_checks)
    .map(({ check_id, resource, file_path, check_name }) => ({
      rule: check_id,
      text: `${path.basename(file_path)} ${resource}: ${check_name}`,
    }));
}

interface LintFinding {
  readonly Filename: string;
  readonly Message: string;
  readonly Rule: { readonly Id: string };
}

interface CheckovReport {
  readonly results: {
    readonly failed_checks: readonly {
      readonly check_id: string;
      readonly check_name: string;
      readonly file_path: string;
      readonly resource: string;
    }[];
  };
}
