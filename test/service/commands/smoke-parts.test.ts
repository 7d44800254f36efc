import { CloudWatchClient, DescribeAlarmsCommand, ListMetricsCommand } from '@aws-sdk/client-cloudwatch';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCheck } from '../../tools/smoke/check.ts';
import { metrics } from '../../tools/smoke/metrics.ts';
import { addNeeded, groups } from '../../tools/smoke/smoke.ts';
import { judgeTranscript } from '../../tools/smoke/speech.ts';
import { findDeployment, type System } from '../../tools/smoke/system.ts';

test('a transcript may lack a third of the words, not more', () => {
  expect(judgeTranscript('Where is the train station?', 'where is the train')).toBe('4 of 5 words');
  expect(() => judgeTranscript('¿Dónde está la estación?', 'donde está la')).toThrow(
    'expected two words of three; came 2 of 4 words: “donde está la”',
  );
});

test('the host of Cognito’s login names the deployment', () => {
  expect(findDeployment('parley-trial-b-123456789012.auth.eu-west-1.amazoncognito.com')).toMatchObject({
    stage: 'trial-b',
    loginDomain: 'parley-trial-b-123456789012',
  });
  expect(findDeployment('127.0.0.1')).toBeUndefined();
});

// Node's promised timers are not faked.
vi.mock('node:timers/promises', () => ({
  setTimeout: (ms: number) => new Promise((done) => setTimeout(done, ms)),
}));

test('one group brings those that it needs, in their order', () => {
  const chosen = groups.filter(({ name }) => name === 'voices');
  expect(addNeeded(chosen).map(({ name }) => name)).toEqual(['account', 'payments', 'voices']);
});

test('metrics are found by the dimensions of the alarms, in every namespace but the queue’s', async () => {
  const check = await checkMetrics(['parley-trial', 'AWS/Lambda', 'AWS/DynamoDB']);
  expect(check).toMatchObject({ is: 'ok', text: 'AWS/DynamoDB, AWS/Lambda, parley-trial' });
});

test('a namespace without metrics fails after 16 minutes', async () => {
  const check = await checkMetrics(['AWS/Lambda', 'AWS/DynamoDB']);
  expect(check).toMatchObject({
    is: 'fail',
    text: 'expected metrics in AWS/DynamoDB, AWS/Lambda, parley-trial; came none in parley-trial',
  });
});

/** @param published namespaces that CloudWatch lists metrics of */
async function checkMetrics(published: readonly string[]) {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout'] });
  const cloudWatch = mockClient(CloudWatchClient);
  onTestFinished(() => {
    vi.useRealTimers();
    cloudWatch.restore();
  });
  const endpoint = [{ Name: 'endpoint', Value: 'translation.translate' }];
  const query = 'SELECT SUM(ReadThrottleEvents) FROM SCHEMA("AWS/DynamoDB", TableName)';
  cloudWatch.on(DescribeAlarmsCommand, { AlarmNamePrefix: 'parley-trial-' }).resolves({
    MetricAlarms: [
      { Namespace: 'parley-trial', MetricName: 'Latency', Dimensions: endpoint },
      { Namespace: 'AWS/Lambda', MetricName: 'Errors', Dimensions: [] },
      { Namespace: 'AWS/SQS', MetricName: 'ApproximateNumberOfMessagesVisible' },
      { Metrics: [{ Id: 'tables', Expression: query }] },
    ],
  });
  cloudWatch.on(ListMetricsCommand).callsFake(({ Namespace, Dimensions }) => {
    if (Namespace === 'parley-trial') expect(Dimensions).toEqual(endpoint);
    return { Metrics: published.includes(Namespace) ? [{ Namespace }] : [] };
  });
  const aws = findDeployment('parley-trial-123456789012.auth.us-east-1.amazoncognito.com');
  const [check] = metrics.listChecks({} as System);
  const running = check && runCheck(check, { aws } as System);
  await vi.advanceTimersByTimeAsync(17 * 60_000);
  return running;
}
