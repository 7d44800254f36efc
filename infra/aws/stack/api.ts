import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  HttpIntegrationType,
  type HttpMethod,
  HttpRoute,
  HttpRouteIntegration,
  type HttpRouteIntegrationConfig,
  HttpRouteKey,
  HttpStage,
  IntegrationCredentials,
  LogGroupLogDestination,
  PayloadFormatVersion,
} from 'aws-cdk-lib/aws-apigatewayv2';
import type { Distribution } from 'aws-cdk-lib/aws-cloudfront';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { FilterPattern, LogGroup, MetricFilter, RetentionDays } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import type { EndpointRow } from '../../../shared/api/endpoint.ts';
import { endpoints } from '../../../shared/api/index.ts';
import { listMethods } from '../../../shared/api/path.ts';
import type { Settings } from './context.ts';
import type { ApiFunction } from './function.ts';
import { getMetricsNamespace, sum } from './operations/metrics.ts';
import { computeThrottle } from './operations/throttles.ts';

export class Api extends Construct {
  readonly http: HttpApi;
  readonly domainName: string;
  /** Requests that a route's throttle refused. */
  readonly throttled: Metric;
  private readonly settings: Settings;
  private readonly stage: HttpStage;
  /** One role for all functions. A permission for each route would be a resource each. */
  private readonly caller: Role;
  private readonly calls = new PolicyStatement({ actions: ['lambda:InvokeFunction'] });
  /** CloudFormation's property, by route key. */
  private readonly routeSettings: Record<string, object> = {};

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.settings = settings;
    const { region, urlSuffix } = Stack.of(this);
    this.http = new HttpApi(this, 'Http', {
      apiName: `parley-${settings.stage}`,
      createDefaultStage: false,
    });
    this.domainName = `${this.http.apiId}.execute-api.${region}.${urlSuffix}`;
    const { perSecond, burst } = computeThrottle('system.not-found', settings);
    const accessLog = new LogGroup(this, 'AccessLog', {
      logGroupName: `parley-${settings.stage}-api`,
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // API Gateway has a metric for all 4xx only. Where a function answered 429, its own status is 200.
    this.throttled = new MetricFilter(this, 'Throttled', {
      logGroup: accessLog,
      filterPattern: FilterPattern.literal('{ $.status = "429" && $.functionStatus != "200" }'),
      metricNamespace: `${getMetricsNamespace(settings.stage)}/gateway`,
      metricName: 'Throttled',
    }).metric(sum);
    this.stage = new HttpStage(this, 'Stage', {
      httpApi: this.http,
      stageName: '$default',
      autoDeploy: true,
      throttle: { rateLimit: perSecond, burstLimit: burst },
      accessLogSettings: {
        destination: new LogGroupLogDestination(accessLog),
        format: AccessLogFormat.custom(JSON.stringify(accessLogFields)),
      },
    });
    (this.stage.node.defaultChild as CfnStage).routeSettings = this.routeSettings;
    this.caller = new Role(this, 'Caller', {
      assumedBy: new ServicePrincipal('apigateway.amazonaws.com'),
      inlinePolicies: { calls: new PolicyDocument({ statements: [this.calls] }) },
    });
  }

  /**
   * Tells every function the edge's secret. As a variable of the stage it is one reference: CloudFormation resolves at
   * most 60 in a stack (https://docs.aws.amazon.com/AWSCloudFormation/latest/UserGuide/dynamic-references.html).
   * @param sender sends the secret before it is required
   */
  requireSecret(originSecret: string, sender: Distribution): void {
    (this.stage.node.defaultChild as CfnStage).stageVariables = { originSecret };
    this.stage.node.addDependency(sender);
  }

  route({ endpointId: id, invocable }: ApiFunction): void {
    const row: EndpointRow = endpoints[id];
    const integration = new FunctionIntegration(`${id}.lambda`, invocable.functionArn, this.caller);
    this.calls.addResources(invocable.functionArn);
    const { perSecond, burst } = computeThrottle(id, this.settings);
    for (const method of listMethods(row)) {
      const isDefault = row.path === '$default';
      const routeKey = isDefault ? HttpRouteKey.DEFAULT : HttpRouteKey.with(row.path, method as HttpMethod);
      const name = method === row.method ? id : `${id}.${method}`;
      const route = new HttpRoute(this, name, { httpApi: this.http, routeKey, integration });
      Validations.of(route).acknowledge({
        id: 'AwsSolutions-APIG4',
        reason: 'The endpoint wrapper checks access in every function.',
      });
      this.routeSettings[routeKey.key] = { ThrottlingRateLimit: perSecond, ThrottlingBurstLimit: burst };
      // API Gateway refuses settings for unknown routes.
      this.stage.node.addDependency(route);
    }
  }
}

class FunctionIntegration extends HttpRouteIntegration {
  private readonly functionArn: string;
  private readonly caller: Role;

  constructor(id: string, functionArn: string, caller: Role) {
    super(id);
    this.functionArn = functionArn;
    this.caller = caller;
  }

  override bind(): HttpRouteIntegrationConfig {
    return {
      type: HttpIntegrationType.AWS_PROXY,
      uri: this.functionArn,
      payloadFormatVersion: PayloadFormatVersion.VERSION_2_0,
      credentials: IntegrationCredentials.fromRole(this.caller),
    };
  }
}

/** No IP addresses, paths or queries: they may contain personal data. */
const accessLogFields = {
  requestId: '$context.requestId',
  time: '$context.requestTimeEpoch',
  route: '$context.routeKey',
  status: '$context.status',
  bytes: '$context.responseLength',
  latencyMs: '$context.responseLatency',
  functionStatus: '$context.integrationStatus',
  functionLatencyMs: '$context.integrationLatency',
};
