import { afterEach, expect, test, vi } from 'vitest';
import { describeChain, logLine } from '../../../../functions/telemetry/log.ts';
import { catchLog } from '../../../support/handlers/log-lines.ts';

const log = catchLog();

afterEach(() => vi.unstubAllEnvs());

test('a line is one JSON object with its time, level, event and fields', () => {
  logLine('info', 'answered', { status: 200, code: undefined });
  expect(JSON.parse(log())).toStrictEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    level: 'info',
    event: 'answered',
    status: 200,
  });
});

test('line breaks in fields are escaped', () => {
  logLine('error', 'faulted', { name: 'a\nb\r\n{"level":"info"}\u0000\u001b[2J' });
  expect(log().split('\n')).toEqual([expect.any(String), '']);
  expect(JSON.parse(log())).toMatchObject({ level: 'error', event: 'faulted' });
});

test('metrics are in their event’s line, with dimensions from its fields', () => {
  logLine('info', 'job-ended', { job: 'a', durationMs: 7 }, { JobDuration: 7, JobFailures: 0 });
  expect(JSON.parse(log())).toMatchObject({
    event: 'job-ended',
    job: 'a',
    JobDuration: 7,
    JobFailures: 0,
    _aws: {
      Timestamp: expect.any(Number),
      CloudWatchMetrics: [
        {
          Namespace: 'parley',
          Dimensions: [['job']],
          Metrics: [
            { Name: 'JobDuration', Unit: 'Milliseconds' },
            { Name: 'JobFailures', Unit: 'Count' },
          ],
        },
      ],
    },
  });
  expect(JSON.parse(log())).not.toHaveProperty('service');
});

test('metrics of one line can have different dimensions', () => {
  const paid = { ProviderLatency: 12, TranslatedCharacters: 5 };
  logLine('info', 'provider-answered', { provider: 'translate' }, paid);
  expect(JSON.parse(log())._aws.CloudWatchMetrics).toMatchObject([
    { Dimensions: [['provider']], Metrics: [{ Name: 'ProviderLatency' }] },
    // An empty set makes CloudWatch count without dimensions.
    { Dimensions: [[]], Metrics: [{ Name: 'TranslatedCharacters' }] },
  ]);
});

test('metrics of one line are not repeated in the next', () => {
  logLine('info', 'signed-in', {}, { SignIns: 1 });
  logLine('info', 'signed-up', {}, { SignUps: 1 });
  const [, line = ''] = log().split('\n');
  expect(JSON.parse(line)).not.toHaveProperty('SignIns');
  expect(JSON.parse(line)._aws.CloudWatchMetrics[0].Metrics).toHaveLength(1);
});

test('on AWS a line names its function and its trace', () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'parley-beta-auth-login');
  vi.stubEnv(
    '_X_AMZN_TRACE_ID',
    'Root=1-5759e988-bd862e3fe1be46a994272793;Parent=557abcec3ee5a047;Sampled=1',
  );
  logLine('info', 'signed-in', {});
  expect(JSON.parse(log())).toMatchObject({
    function: 'parley-beta-auth-login',
    traceId: '1-5759e988-bd862e3fe1be46a994272793',
  });
});

test('Powertools’ variables change neither shape nor number of lines', async () => {
  vi.stubEnv('POWERTOOLS_DEV', 'true');
  vi.stubEnv('POWERTOOLS_LOG_LEVEL', 'SILENT');
  vi.stubEnv('POWERTOOLS_LOGGER_LOG_EVENT', 'true');
  vi.stubEnv('POWERTOOLS_LOGGER_SAMPLE_RATE', '1');
  vi.stubEnv('POWERTOOLS_METRICS_DISABLED', 'true');
  vi.resetModules();
  const again = await import('../../../../functions/telemetry/log.ts');
  again.logLine('info', 'signed-in', { isNew: true }, { SignIns: 1 });
  expect(log().split('\n')).toEqual([expect.any(String), '']);
  const { time, _aws, ...line } = JSON.parse(log());
  expect(line).toEqual({ level: 'info', event: 'signed-in', isNew: true, SignIns: 1 });
  expect(_aws.CloudWatchMetrics).toHaveLength(1);
});

test('a fault and its cause are logged by names and places', () => {
  const fault = new TypeError('hush\n    at hush (hush.ts:1:1)', { cause: new RangeError('hush hush') });
  expect(describeChain(fault)).toMatchObject([
    { name: 'TypeError', at: expect.arrayContaining([expect.stringContaining('log.test.ts')]) },
    { name: 'RangeError' },
  ]);
  expect(JSON.stringify(describeChain(fault))).not.toContain('hush');
  expect(describeChain('hush')).toEqual([]);
});

test('an error in a field is logged without its message', () => {
  const error = Object.assign(new Error('hush', { cause: new Error('hush') }), { body: 'hush' });
  logLine('error', 'faulted', { error, inside: { errors: [error] } });
  expect(JSON.parse(log()).error.chain[0].name).toBe('Error');
  expect(log()).not.toContain('hush');
});

test('an error name that is not a class name is not logged', () => {
  const fault = Object.assign(new Error('hush'), { name: '{"Text":"hush"}' });
  expect(describeChain(fault)).toMatchObject([{ name: 'Error' }]);
});
