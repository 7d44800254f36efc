import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Alias,
  Architecture,
  Code,
  type FunctionProps,
  type IFunction,
  type IVersion,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
  Tracing,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EndpointId } from '../../shared/api/index.ts';
import { type JobName, jobs } from '../../shared/jobs.ts';
import { type FunctionId, functionName } from '../build/bundle.ts';
import { changedCeilings, type Settings } from './context.ts';
import { jobNeeds, type Needs, needs } from './needs.ts';
import { metricsNamespace } from './operations/metrics.ts';

/** One Lambda with the house's defaults: its own role, its own log, its bundle, and X-Ray's times of its calls. */
export abstract class HouseFunction extends LambdaFunction {
  /** What it may touch; whoever owns a thing grants it by this. */
  readonly needs: Needs;

  constructor(scope: Construct, id: FunctionId, { needs, settings, functionsFolder, ...props }: HouseProps) {
    const name = functionName(id);
    const logGroup = new LogGroup(scope, `${name}-log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, name, {
      ...props,
      functionName: `parley-${settings.stage}-${name}`,
      code: Code.fromAsset(`${functionsFolder}/${name}`),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: needs.memoryMb,
      timeout: Duration.seconds(needs.timeoutSeconds),
      role: new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      logGroup,
      // Lines are JSON already; Lambda's own JSON would wrap them once more.
      loggingFormat: LoggingFormat.TEXT,
      // Lambda records its own times by itself; no library of ours adds to them.
      tracing: Tracing.ACTIVE,
      environment: {
        POWERTOOLS_METRICS_NAMESPACE: metricsNamespace(settings.stage),
      },
    });
    this.needs = needs;
    this.acknowledge(
      'AwsSolutions-IAM5[Resource::*]',
      'Traces belong to no resource, nor do the text and sound that Translate, Polly and Transcribe act on; only the actions can be narrowed.',
    );
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    if (needs.actions) this.allowProvider(needs.actions);
    if (needs.tables?.usage) this.setCeilings(settings);
    if (needs.audience) this.addEnvironment('ANALYTICS_AUDIENCE', settings.analyticsAudience);
  }

  /** @param reason why the finding of this function's role is meant */
  acknowledge(finding: string, reason: string): void {
    Validations.of(this.role ?? this).acknowledge({ id: finding, reason });
  }

  private allowProvider(actions: readonly string[]): void {
    this.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: ['*'] }));
  }

  /** Whoever counts what was used must know how much is too much, where this deployment decides otherwise. */
  private setCeilings(settings: Settings): void {
    const changed = changedCeilings(settings);
    if (Object.keys(changed).length > 0) this.addEnvironment('CEILINGS', JSON.stringify(changed));
  }
}

/** One endpoint's Lambda, called by the HTTP API. */
export class ApiFunction extends HouseFunction {
  readonly endpointId: EndpointId;
  /** Where a new version of it takes over little by little, the name that calls go to. */
  readonly live: Alias | undefined;

  constructor(scope: Construct, endpointId: EndpointId, props: Props) {
    const { reservedConcurrency } = props.settings;
    super(scope, endpointId, {
      ...props,
      description: `The endpoint ${endpointId}`,
      needs: needs[endpointId],
      ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
    });
    this.endpointId = endpointId;
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The API calls it and waits for its answer: nothing is left over that a queue could keep.',
    });
    this.live = this.needs.canary
      ? new Alias(this, 'Live', { aliasName: 'live', version: this.currentVersion as IVersion })
      : undefined;
  }

  /** What the API calls. */
  get entry(): IFunction {
    // CDK's classes do not fit their own interfaces under exactOptionalPropertyTypes.
    return (this.live ?? this) as IFunction;
  }
}

/** One job's Lambda, called without anybody who waits: Lambda itself tries again. */
export class JobFunction extends HouseFunction {
  readonly jobName: JobName;

  /** @param props.failures takes the calls that failed every time */
  constructor(
    scope: Construct,
    jobName: JobName,
    { failures, ...props }: Props & { readonly failures: IQueue },
  ) {
    super(scope, `jobs.${jobName}`, {
      ...props,
      description: jobs[jobName].purpose,
      needs: jobNeeds[jobName],
      retryAttempts: 2,
      deadLetterQueue: failures,
    });
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason:
        'Its dead-letter queue keeps the calls that failed; a destination would keep each a second time.',
    });
    this.jobName = jobName;
  }
}

interface Props {
  readonly settings: Settings;
  /** Holds `<function name>/index.mjs`. */
  readonly functionsFolder: string;
}

interface HouseProps
  extends Props,
    Pick<
      FunctionProps,
      'deadLetterQueue' | 'description' | 'reservedConcurrentExecutions' | 'retryAttempts'
    > {
  readonly needs: Needs;
}
