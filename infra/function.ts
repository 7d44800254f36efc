import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import {
  Architecture,
  Code,
  Function as LambdaFunction,
  LoggingFormat,
  Runtime,
} from 'aws-cdk-lib/aws-lambda';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { BuiltEndpointId } from '../shared/api/index.ts';
import { functionName } from './bundle.ts';
import type { Settings } from './context.ts';
import { needs } from './needs.ts';

/** One endpoint's Lambda with the house's defaults: its own role, its own log, its bundle. */
export class ApiFunction extends LambdaFunction {
  readonly endpointId: BuiltEndpointId;

  constructor(scope: Construct, endpointId: BuiltEndpointId, { settings, functionsFolder }: Props) {
    const { memoryMb, timeoutSeconds, actions, jobActions } = needs[endpointId];
    const name = functionName(endpointId);
    const logGroup = new LogGroup(scope, `${name}-log`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    super(scope, name, {
      functionName: `parley-${settings.stage}-${name}`,
      description: `The endpoint ${endpointId}`,
      code: Code.fromAsset(`${functionsFolder}/${name}`),
      handler: 'index.handler',
      runtime: Runtime.NODEJS_24_X,
      architecture: Architecture.ARM_64,
      memorySize: memoryMb,
      timeout: Duration.seconds(timeoutSeconds),
      role: new Role(scope, `${name}-role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') }),
      logGroup,
      // Lines are JSON already; Lambda's own JSON would wrap them once more.
      loggingFormat: LoggingFormat.TEXT,
      ...(settings.reservedConcurrency && { reservedConcurrentExecutions: settings.reservedConcurrency }),
    });
    this.endpointId = endpointId;
    this.addToRolePolicy(
      new PolicyStatement({
        actions: ['logs:CreateLogStream', 'logs:PutLogEvents'],
        resources: [logGroup.logGroupArn],
      }),
    );
    if (actions) this.allowProvider(actions);
    if (jobActions) this.allowJobs(jobActions);
  }

  /** @param reason why the finding of this function's role is meant */
  acknowledge(finding: string, reason: string): void {
    Validations.of(this.role ?? this).acknowledge({ id: finding, reason });
  }

  private allowProvider(actions: readonly string[]): void {
    this.addToRolePolicy(new PolicyStatement({ actions: [...actions], resources: ['*'] }));
    this.acknowledge(
      'AwsSolutions-IAM5[Resource::*]',
      'Translate, Polly and Transcribe act on text and sound, not on resources; only the actions can be narrowed.',
    );
  }

  /** Transcription jobs belong to the whole account; ours are told apart by their names. */
  private allowJobs(actions: readonly string[]): void {
    const job = { service: 'transcribe', resource: 'transcription-job', resourceName: 'parley-*' };
    this.addToRolePolicy(
      new PolicyStatement({ actions: [...actions], resources: [Stack.of(this).formatArn(job)] }),
    );
    this.acknowledge(
      `AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:transcribe:${Stack.of(this).region}:<AWS::AccountId>:transcription-job/parley-*]`,
      'Each job has a random name that begins so, and ends with the request that started it.',
    );
  }
}

interface Props {
  readonly settings: Settings;
  /** Holds `<function name>/index.mjs`. */
  readonly functionsFolder: string;
}
