import type { Part } from '../proof.ts';
import { databaseJudge } from './database.ts';
import { loadJudge } from './load.ts';
import { pagesJudge } from './pages.ts';
import { stripeJudge } from './stripe.ts';
import { templateJudge } from './template.ts';
import { type Judge, listMissing, provide } from './tools.ts';

/** `--only` runs one of the judges: its name in the table below. */
export const flags = { only: '' };

const judges: Readonly<Record<string, Judge>> = {
  template: templateJudge,
  pages: pagesJudge,
  stripe: stripeJudge,
  load: loadJudge,
  database: databaseJudge,
};

/** The last part is the table of all. */
export async function* prove({ only }: typeof flags): AsyncGenerator<Part> {
  const chosen = Object.entries(judges).filter(([name]) => only === '' || only === name);
  if (chosen.length === 0) {
    console.error(`There are these judges: ${Object.keys(judges).join(', ')}.`);
    return;
  }
  const rows: Record<string, Row> = {};
  for (const [name, { tool, judge }] of chosen) {
    const missing = listMissing(tool);
    if (missing.length > 0) {
      rows[`${name} (${tool.name})`] = { looked: `skipped: this machine has no ${missing.join(', no ')}` };
      continue;
    }
    const folder = await provide(tool);
    for await (const { by, looked, found, accepted, findings } of judge(folder)) {
      yield { name: by, figures: {}, findings };
      rows[by] = { looked, found, accepted, open: findings.length };
    }
  }
  yield { name: 'what judges from outside say', figures: rows, findings: [] };
}

interface Row {
  readonly looked: string;
  readonly found?: number;
  readonly accepted?: number;
  readonly open?: number;
}
