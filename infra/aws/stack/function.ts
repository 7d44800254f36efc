import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import {
  PolicyDocument,
  PolicyStatement,
  type PolicyStatementProps,
  Role,
  ServicePrincipal,
} from 'aws-cdk-lib/aws-iam';
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
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { IQueue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import type { EndpointId } from '../../../shared/api/index.ts';
import { type JobName, jobs } from '../../../shared/jobs.ts';
import { type FunctionId, toFunctionName } from '../build/bundle.ts';
import { pickOverriddenCeilings, type Settings } from './context.ts';
import { type Needs, needs } from './needs.ts';
import { getMetricsNamespace } from './operations/metrics.ts';
import { hasRoomForStreams } from './operations/throttles.ts';

export abstract class ParleyFunction extends LambdaFunction {
  readonly needs: Needs;
  private readonly rights: PolicyDocument;

  constructor(
    scope: Construct,
    id: FunctionId,
    { settings, functionsFolder, ...props }: SharedProps & Partial<FunctionProps>,
  ) {
    const { memoryMb, timeoutSeconds, actions, tables, payments, analyticsAudience } = needs[id];
    const name = toFunctionName(id);
    const functionName = `parley-${settings.stage}-${name}`;
    const logGroup = new LogGroup(scope, `${name}-log`, {
      logGroupName: functionName,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // In the role, because a policy beside it would be one more resource for each function.
    const rights = new PolicyDocument();
    super(scope, name, {
      ...props,
      functionName,
      code: Code.fromAsset(`${functionsFolder}/${name}`),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      role: new Role(scope, `${name}-role`, {
        assumedBy: new ServicePrincipal('lambda.amazonaws.com'),
        inlinePolicies: { rights },
      }),
      logGroup,
      // Our lines are JSON; Lambda's JSON format would wrap them again.
      loggingFormat: LoggingFormat.TEXT,
      environment: {
        POWERTOOLS_METRICS_NAMESPACE: getMetricsNamespace(settings.stage),
      },
    });
    this.needs = needs[id];
    this.rights = rights;
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason: 'Every line of the log has the request’s id: infra/DECISIONS.md.',
    });
    this.allow(['logs:CreateLogStream', 'logs:PutLogEvents'], logGroup.logGroupArn);
    if (actions) {
      this.allow(actions, '*');
      const reason =
        'Translate, Polly and Transcribe have no resources to name; only actions can be limited.';
      Validations.of(this.role ?? this).acknowledge(
        { id: 'AwsSolutions-IAM5[Resource::*]', reason },
        { id: 'Serverless-LambdaStarPermissions', reason },
      );
    }
    const ceilings = pickOverriddenCeilings(settings);
    if (tables?.usage && Object.keys(ceilings).length > 0)
      this.addEnvironment('CEILINGS', JSON.stringify(ceilings));
    if (id === 'system.health' && !hasRoomForStreams(settings)) this.addEnvironment('SPEECH_STREAMS', 'off');
    if (payments && settings.automaticTax === 'on') this.addEnvironment('AUTOMATIC_TAX', 'on');
    if (analyticsAudience) this.addEnvironment('ANALYTICS_AUDIENCE', settings.analyticsAudience);
  }

  allow(
    actions: readonly string[],
    resource: string,
    limits?: Pick<PolicyStatementProps, 'conditions'>,
  ): void {
    this.rights.addStatements(
      new PolicyStatement({ actions: [...actions], resources: [resource], ...limits }),
    );
  }
}

export class ApiFunction extends ParleyFunction {
  readonly endpointId: EndpointId;
  /** Receives all calls. A rollout moves it to the new version gradually. */
  readonly liveAlias: Alias | undefined;

  constructor(scope: Construct, endpointId: EndpointId, props: SharedProps) {
    const { reservedConcurrency } = props.settings;
    super(scope, endpointId, {
      ...props,
      description: `The endpoint ${endpointId}`,
      ...(reservedConcurrency && { reservedConcurrentExecutions: reservedConcurrency }),
    });
    this.endpointId = endpointId;
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'The API calls it synchronously, so no event is lost.',
    });
    this.liveAlias = this.needs.canary
      ? new Alias(this, 'Live', { aliasName: 'live', version: this.currentVersion as IVersion })
      : undefined;
  }

  get invocable(): IFunction {
    // CDK's classes do not fit their own interfaces under exactOptionalPropertyTypes.
    return (this.liveAlias ?? this) as IFunction;
  }
}

export class JobFunction extends ParleyFunction {
  readonly jobName: JobName;

  constructor(
    scope: Construct,
    jobName: JobName,
    { failures, ...props }: SharedProps & { readonly failures: IQueue },
  ) {
    super(scope, `jobs.${jobName}`, {
      ...props,
      description: jobs[jobName].purpose,
      retryAttempts: 2,
      deadLetterQueue: failures,
    });
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaAsyncFailureDestination',
      reason: 'Its dead-letter queue keeps failed calls already.',
    });
    this.jobName = jobName;
  }
}

export interface SharedProps {
  readonly settings: Settings;
  readonly functionsFolder: string;
}
