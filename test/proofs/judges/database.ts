import path from 'node:path';
import { freePorts } from '../../support/parley/ports.ts';
import { type Judge, run, runServiceTests, startServer } from './tools.ts';

/** Amazon's own DynamoDB answers the service tests of these areas. */
const areas = ['account', 'analytics', 'auth', 'billing', 'builds', 'jobs', 'settings', 'translation'];

export const databaseJudge: Judge = {
  tool: {
    name: 'dynamodb-local-2.5.3',
    needs: ['java', 'mvn'],
    fetch: (folder) => {
      const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies';
      const pom = path.join(import.meta.dirname, 'pom.xml');
      return run('mvn', ['--batch-mode', '--quiet', '--file', pom, goal, `-DoutputDirectory=${folder}`]);
    },
    pinned: ['DynamoDBLocal-2.5.3.jar', '4b8fa7380879ef4fe5183cfd2b128aec93b7f6f7f1f707c5685ccd68c041cd1c'],
  },
  async *judge(tool) {
    const port = await freePorts();
    const url = `http://127.0.0.1:${port}`;
    const main = 'com.amazonaws.services.dynamodbv2.local.main.ServerRunner';
    const words = ['-Djava.library.path=.', '-cp', '*', main, '-inMemory', '-port', `${port}`];
    const server = await startServer('java', words, url, tool);
    try {
      const paths = areas.map((area) => `service/${area}/`);
      const findings = await runServiceTests(paths, { DYNAMODB_LOCAL: url });
      const looked = `service tests of ${areas.length} areas`;
      yield { by: 'DynamoDB Local', looked, found: findings.length, accepted: 0, findings };
    } finally {
      await server.stop();
    }
  },
};
