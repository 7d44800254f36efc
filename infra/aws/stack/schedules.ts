import { Duration, Stack, TimeZone, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { CfnFunction } from 'aws-cdk-lib/aws-lambda';
import { Schedule, ScheduleExpression } from 'aws-cdk-lib/aws-scheduler';
import { LambdaInvoke } from 'aws-cdk-lib/aws-scheduler-targets';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { type JobName, jobNames, jobs } from '../../../shared/jobs.ts';
import { JobFunction, type SharedProps } from './function.ts';

export class Schedules extends Construct {
  readonly functions: readonly JobFunction[];
  readonly failures: Queue;
  private readonly scheduler: Role;

  constructor(scope: Construct, id: string, props: SharedProps) {
    super(scope, id);
    this.failures = new Queue(this, 'Failures', {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    Validations.of(this.failures).acknowledge({
      id: 'Serverless-SQSRedrivePolicy',
      reason: 'It is the dead-letter queue: infra/aws/RUNBOOK.md#job.',
    });
    this.scheduler = new Role(this, 'Scheduler', {
      assumedBy: new ServicePrincipal('scheduler.amazonaws.com', {
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    });
    this.functions = jobNames.map((name) => this.schedule(name, props));
  }

  /** The scheduler only delivers the call; Lambda retries the job. */
  private schedule(name: JobName, props: SharedProps): JobFunction {
    const target = new JobFunction(this, name, { ...props, failures: this.failures });
    new Schedule(this, `${name}-schedule`, {
      scheduleName: `parley-${props.settings.stage}-${name}`,
      description: jobs[name].purpose,
      schedule: ScheduleExpression.expression(jobs[name].schedule, TimeZone.ETC_UTC),
      target: new LambdaInvoke(target, {
        role: this.scheduler,
        deadLetterQueue: this.failures,
        maxEventAge: Duration.hours(6),
      }),
    });
    const logicalId = Stack.of(this).getLogicalId(target.node.defaultChild as CfnFunction);
    Validations.of(this.scheduler).acknowledge({
      id: `AwsSolutions-IAM5[Resource::<${logicalId}.Arn>:*]`,
      reason: 'CDK’s invoke permission covers only this function’s versions.',
    });
    return target;
  }
}
