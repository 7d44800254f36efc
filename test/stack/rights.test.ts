import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { type FunctionId, functionIds, getSourceFile } from '../../infra/aws/build/bundle.ts';
import { type Needs, needs } from '../../infra/aws/stack/needs.ts';
import {
  byId,
  environmentOf,
  functionOf,
  type Json,
  only,
  readTemplates,
  resources,
  statementsOf,
  type Template,
} from './templates.ts';

const { usual, changed } = await readTemplates();

test.each(functionIds)('%s has exactly the rights that its code uses', async (id) => {
  const commands = await commandsIn(id);
  // The person's own token allows these, and no role.
  for (const name of ownActions) commands.delete(name);
  const { tables, login } = needs[id];
  // The wrapper of every endpoint can look for a caller; rows that are open to all never do.
  if (!login && !tables) commands.delete('GetItem');
  if (id === 'auth.login') commands.delete('GetItem');
  expect([...commands].sort()).toEqual(allowedTo(needs[id]));
});

const ownActions = [
  'AssociateSoftwareToken',
  'GetUser',
  'SetUserMFAPreference',
  'UpdateUserAttributes',
  'VerifySoftwareToken',
  'VerifyUserAttribute',
];

function allowedTo(wanted: Needs): string[] {
  const { tables = {}, indexes = [], actions = [], userPoolActions = [] } = wanted;
  const allowed = [
    ...Object.values(tables).flatMap((rights) => Object.values(rights).flat()),
    ...(indexes.length > 0 ? ['Query'] : []),
    // Translate calls Comprehend with the function's rights.
    ...[...actions, ...userPoolActions].filter((each) => !each.startsWith('comprehend:')),
    ...(wanted.payments ? ['GetSecretValue'] : []),
    ...(wanted.sendsMail ? ['SendEmail'] : []),
    ...(wanted.readsCopies ? ['DescribeExport', 'ListExports'] : []),
    ...(wanted.publishesStatus ? ['GetObject', 'PutObject'] : []),
  ];
  return [...new Set(allowed.map((each) => each.replace(/^.+:/, '')))].sort();
}

/** The commands in a function's own code, as far as its handler reaches them. */
async function commandsIn(id: FunctionId): Promise<Set<string>> {
  const { outputFiles } = await build({
    entryPoints: [getSourceFile(id)],
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    target: 'node24',
    write: false,
    logLevel: 'error',
  });
  const code = outputFiles[0]?.text ?? '';
  const commands = [...code.matchAll(/new (\w+)Command\d*\(/g)].map(
    ([, name = '']) => documentNames[name] ?? name,
  );
  const paginated = ['ListExports', 'Query', 'Scan'].filter((name) => code.includes(`paginate${name}(`));
  return new Set([...commands, ...paginated]);
}

const documentNames: Readonly<Record<string, string>> = {
  BatchGet: 'BatchGetItem',
  BatchWrite: 'BatchWriteItem',
  Delete: 'DeleteItem',
  Get: 'GetItem',
  Put: 'PutItem',
  Update: 'UpdateItem',
};

test('tables with backups are exported each night into the bucket of another account, where one is named', () => {
  const copies = resources(changed, 'AWS::Scheduler::Schedule').filter(({ Name }) =>
    Name.startsWith('parley-prod-copy-'),
  );
  expect(copies.map(({ Name }) => Name).sort()).toEqual([
    'parley-prod-copy-builds',
    'parley-prod-copy-usage',
    'parley-prod-copy-users',
  ]);
  for (const { Name, Target, ScheduleExpression } of copies) {
    const name = Name.replace('parley-prod-copy-', '');
    const { TableArn, ...input } = JSON.parse(flatten(Target.Input));
    expect(input).toEqual({
      S3Bucket: 'parley-copies',
      S3BucketOwner: '210987654321',
      S3Prefix: `prod/${name}`,
      S3SseAlgorithm: 'AES256',
      ExportFormat: 'DYNAMODB_JSON',
    });
    expect(TableArn.toLowerCase()).toContain(`storage${name}`);
    expect(Target.Arn).toMatchObject({
      'Fn::Join': ['', expect.arrayContaining([':scheduler:::aws-sdk:dynamodb:exportTableToPointInTime'])],
    });
    expect(Target.DeadLetterConfig.Arn).toMatchObject({
      'Fn::GetAtt': [expect.stringMatching(/^SchedulesFailures/), 'Arn'],
    });
    expect(ScheduleExpression).toBe('cron(30 4 * * ? *)');
  }
  expect(resources(usual, 'AWS::Scheduler::Schedule').filter(({ Name }) => /copy/.test(Name))).toEqual([]);
});

test('the job that looks at the copies may read what became of exports, where there are any', () => {
  const { COPIED_TABLES: tables } = environmentOf(changed, 'jobs.check-copies');
  expect(flatten(tables).split(',')).toHaveLength(3);
  const read = (template: Template) => {
    const { Role } = functionOf(template, 'jobs.check-copies').properties;
    const rights = statementsOf(template, Role['Fn::GetAtt'][0]);
    return rights.filter(({ Action }) => /Export/.test(`${Action}`));
  };
  expect(read(changed)).toEqual([
    { Action: ['dynamodb:DescribeExport', 'dynamodb:ListExports'], Effect: 'Allow', Resource: '*' },
  ]);
  expect(environmentOf(usual, 'jobs.check-copies')).not.toHaveProperty('COPIED_TABLES');
  expect(read(usual)).toEqual([]);
});

test('the role of the copies only exports those tables, and writes only into that bucket', () => {
  const [roleId] = Object.entries(byId(changed, 'AWS::IAM::Role'))
    .filter(([, { RoleName }]) => RoleName === 'parley-prod-table-copies')
    .map(([id]) => id);
  const { PolicyDocument } = only(changed, 'AWS::IAM::Policy', ({ Roles }) =>
    Roles.some(({ Ref }: Json) => Ref === roleId),
  );
  const rights = PolicyDocument.Statement.map(({ Action, Resource }: Json) => ({
    actions: [Action].flat(),
    on: [Resource].flat().map(flatten),
  }));
  expect(rights).toEqual(
    expect.arrayContaining([
      {
        actions: ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
        on: ['arn:AWS::Partition:s3:::parley-copies/*'],
      },
    ]),
  );
  const exported = rights.filter(({ actions }: Json) =>
    actions.includes('dynamodb:ExportTableToPointInTime'),
  );
  expect(exported.flatMap(({ on }: Json) => on)).toHaveLength(3);
  expect(rights.flatMap(({ actions }: Json) => actions).sort()).toEqual(
    expect.arrayContaining(['sqs:SendMessage']),
  );
});

/** A string that CloudFormation joins, with the names of what it inserts. */
function flatten(value: Json): string {
  if (typeof value === 'string') return value;
  const { 'Fn::Join': join, Ref: ref, 'Fn::GetAtt': attribute } = value;
  if (join) return join[1].map(flatten).join(join[0]);
  return ref ?? attribute.join('.');
}
