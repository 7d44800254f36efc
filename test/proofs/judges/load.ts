import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { startCrowdedParley } from '../../support/parley/crowd.ts';
import { startInstantEngines, withoutEngines } from '../../support/parley/instant-engines.ts';
import { type Judge, run } from './tools.ts';

/** k6 visits for a minute. Its thresholds are in `visits.js`; `npm run prove -- load` has the finer figures. */
export const loadJudge: Judge = {
  tool: {
    name: 'k6-1.3.0',
    needs: ['go'],
    fetch: (folder) => run('go', ['install', 'go.k6.io/k6@v1.3.0'], { env: { GOBIN: folder } }),
  },
  async *judge(tool) {
    const engines = await startInstantEngines();
    const crowd = { guests: 0, free: 0, premium: 20, history: 5 };
    const { parley, people, stop } = await startCrowdedParley({
      crowd,
      flags: withoutEngines,
      env: engines.environment,
    });
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-k6-'));
    try {
      const summary = path.join(folder, 'summary.json');
      const script = path.join(import.meta.dirname, 'visits.js');
      const words = ['run', '--quiet', '--no-usage-report', '--summary-export', summary, script];
      const cookies = JSON.stringify(people.premium.map(({ cookie }) => cookie));
      const env = { SITE: parley.url, COOKIES: cookies };
      await run(path.join(tool, 'k6'), words, { env, statuses: [0, thresholdsCrossed] });
      const { metrics, root_group } = JSON.parse(readFileSync(summary, 'utf8')) as Summary;
      const crossed = Object.entries(metrics).flatMap(([metric, { thresholds = {} }]) =>
        // k6 writes true where a threshold was crossed.
        Object.entries(thresholds).flatMap(([threshold, isCrossed]) =>
          isCrossed ? [`k6: ${metric} is not ${threshold}`] : [],
        ),
      );
      const failed = Object.values(root_group.checks)
        .filter(({ fails }) => fails > 0)
        .map(({ name, passes, fails }) => `k6: “${name}” failed in ${fails} of ${passes + fails}`);
      const findings = [...crossed, ...failed];
      const p95 = metrics.http_req_duration?.['p(95)']?.toFixed(0);
      const looked = `${metrics.http_reqs?.count} requests, p95 ${p95} ms`;
      yield { by: 'k6', looked, found: findings.length, accepted: 0, findings };
    } finally {
      await stop();
      await engines.stop();
      rmSync(folder, { recursive: true });
    }
  },
};

/** k6's own status. */
const thresholdsCrossed = 99;

interface Summary {
  readonly root_group: {
    readonly checks: Readonly<Record<string, { name: string; passes: number; fails: number }>>;
  };
  readonly metrics: Readonly<Record<string, Metric>>;
}

interface Metric {
  readonly count?: number;
  /** Milliseconds. */
  readonly 'p(95)'?: number;
  readonly thresholds?: Readonly<Record<string, boolean>>;
}
