import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePorts } from '../../support/parley/ports.ts';
import { divide } from './accepted.ts';
import { type Judge, run, runServiceTests, startServer } from './tools.ts';

/** Stripe's own mock, which knows every parameter, is asked too what these tests ask of our stand-in. */
const asking = ['service/billing/', 'service/commands/stripe-setup', 'service/local/stripe/stripe-billing'];

export const stripeJudge: Judge = {
  tool: {
    name: 'stripe-mock-0.203.0',
    needs: ['go'],
    fetch: (folder) =>
      run('go', ['install', 'github.com/stripe/stripe-mock@v0.203.0'], { env: { GOBIN: folder } }),
  },
  async *judge(tool) {
    const port = await freePorts();
    const url = `http://127.0.0.1:${port}`;
    const server = await startServer(path.join(tool, 'stripe-mock'), ['-http-port', `${port}`], url);
    const folder = mkdtempSync(path.join(tmpdir(), 'parley-stripe-mock-'));
    const record = path.join(folder, 'answers');
    writeFileSync(record, '');
    try {
      const failures = await runServiceTests(asking, {
        STRIPE_MOCK: url,
        STRIPE_MOCK_RECORD: record,
      });
      const answers = readFileSync(record, 'utf8').split('\n').filter(Boolean);
      const refused = [...new Set(answers.filter((line) => line !== 'agreed'))].map((line) => {
        const [call = '', ...why] = line.split(': ');
        return { rule: call, text: why.join(': ') };
      });
      const { accepted, findings } = divide('stripe-mock', refused);
      const silence = answers.length === 0 ? ['No request was sent to stripe-mock.'] : [];
      yield {
        by: 'stripe-mock',
        looked: `${answers.length} requests`,
        found: refused.length,
        accepted,
        findings: [...findings, ...failures, ...silence],
      };
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true });
    }
  },
};
