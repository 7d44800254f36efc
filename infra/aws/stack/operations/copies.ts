import { Duration, Stack, TimeZone, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Schedule, ScheduleExpression, ScheduleTargetInput } from 'aws-cdk-lib/aws-scheduler';
import { Universal } from 'aws-cdk-lib/aws-scheduler-targets';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { JobFunction } from '../function.ts';
import type { Storage } from '../storage.ts';
import { keptTables } from '../tables.ts';

/** Each night DynamoDB exports the tables that have backups into a bucket of another account. No function is needed. */
export class Copies extends Construct {
  constructor(scope: Construct, id: string, { stage, destination, storage, functions, failures }: Props) {
    super(scope, id);
    const { account, partition } = Stack.of(this);
    const [owner = '', bucket = ''] = destination.split('/');
    const exporter = new Role(this, 'Exporter', {
      description: 'Exports the tables; the policy of the bucket for them names it',
      roleName: `parley-${stage}-table-copies`,
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': account } },
      }),
    });
    const files = `arn:${partition}:s3:::${bucket}/*`;
    exporter.addToPolicy(
      // https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/S3DataExport_Requesting.html
      new PolicyStatement({
        actions: ['s3:AbortMultipartUpload', 's3:PutObject', 's3:PutObjectAcl'],
        resources: [files],
      }),
    );
    Validations.of(exporter).acknowledge({
      id: `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:s3:::${bucket}/*]`,
      reason: 'DynamoDB chooses the names of the files.',
    });
    for (const target of functions) if (target.needs.readsCopies) grantCopies(target, storage);
    for (const name of keptTables) {
      const { tableArn } = storage.tables[name];
      new Schedule(this, `${name}-schedule`, {
        scheduleName: `parley-${stage}-copy-${name}`,
        description: `Copies the table ${name} into another account`,
        schedule: ScheduleExpression.expression('cron(30 4 * * ? *)', TimeZone.ETC_UTC),
        target: new Universal({
          service: 'dynamodb',
          action: 'exportTableToPointInTime',
          input: ScheduleTargetInput.fromObject({
            TableArn: tableArn,
            S3Bucket: bucket,
            S3BucketOwner: owner,
            S3Prefix: `${stage}/${name}`,
            S3SseAlgorithm: 'AES256',
            ExportFormat: 'DYNAMODB_JSON',
          }),
          policyStatements: [
            new PolicyStatement({
              actions: ['dynamodb:ExportTableToPointInTime'],
              resources: [tableArn],
            }),
          ],
          role: exporter,
          deadLetterQueue: failures,
          maxEventAge: Duration.hours(6),
        }),
      });
    }
  }
}

function grantCopies(target: JobFunction, { tables }: Storage): void {
  const arns = keptTables.map((name) => tables[name].tableArn);
  target.addEnvironment('COPIED_TABLES', arns.join());
  target.allow(['dynamodb:DescribeExport', 'dynamodb:ListExports'], '*');
  // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazondynamodb.html
  const reason = 'ListExports has no resources to name, and DynamoDB chooses the names of exports.';
  Validations.of(target.role ?? target).acknowledge(
    { id: 'AwsSolutions-IAM5[Resource::*]', reason },
    { id: 'Serverless-LambdaStarPermissions', reason },
  );
}

interface Props {
  readonly stage: string;
  /** `ACCOUNT/BUCKET` */
  readonly destination: string;
  readonly storage: Storage;
  readonly functions: readonly JobFunction[];
  /** Calls that the scheduler could not make. */
  readonly failures: IQueue;
}
