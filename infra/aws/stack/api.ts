import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AccessLogFormat } from 'aws-cdk-lib/aws-apigateway';
import {
  type CfnStage,
  HttpApi,
  type HttpMethod,
  HttpRoute,
  HttpRouteKey,
  HttpStage,
  LogGroupLogDestination,
} from 'aws-cdk-lib/aws-apigatewayv2';
import { HttpLambdaIntegration } from 'aws-cdk-lib/aws-apigatewayv2-integrations';
import type { Metric } from 'aws-cdk-lib/aws-cloudwatch';
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
  }

  route({ endpointId: id, invocable }: ApiFunction): void {
    const row: EndpointRow = endpoints[id];
    const integration = new HttpLambdaIntegration(`${id}.lambda`, invocable);
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
