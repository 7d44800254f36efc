import { DefaultStackSynthesizer, Duration, RemovalPolicy, Size, Stack, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AccessLevel,
  AllowedMethods,
  type BehaviorOptions,
  CachePolicy,
  Distribution,
  Function as EdgeFunction,
  type FunctionAssociation,
  FunctionCode,
  FunctionEventType,
  FunctionRuntime,
  type HeadersReferrerPolicy,
  HttpVersion,
  type IOrigin,
  OriginRequestPolicy,
  ResponseHeadersPolicy,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin, S3BucketOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { LogGroup, RetentionDays } from 'aws-cdk-lib/aws-logs';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type IBucket,
} from 'aws-cdk-lib/aws-s3';
import { BucketDeployment, CacheControl, Source } from 'aws-cdk-lib/aws-s3-deployment';
import { Construct, type IDependable } from 'constructs';
import type { EndpointRow } from '../../../../shared/api/endpoint.ts';
import { type EndpointId, endpointIds, endpoints } from '../../../../shared/api/index.ts';
import { cataloguePath, getPackedPath, modelsPath } from '../../../../shared/neural/catalogue.ts';
import { stripePaths } from '../../../../shared/routes.ts';
import { statusFile } from '../../../../shared/status/parts.ts';
import type { Settings } from '../context.ts';
import { ApiFunction, type ParleyFunction } from '../function.ts';
import { compileEdgeFunction, listSiteFiles } from './edge-function.ts';
import {
  apiFiles,
  buildSecurityHeaders,
  chooseCacheControl,
  enginePath,
  strictTransport,
} from './headers.ts';

export class Site extends Construct {
  readonly distribution: Distribution;
  readonly origin: string;
  private readonly settings: Settings;
  private readonly bucket: IBucket;
  private readonly documents: BucketDeployment;

  constructor(scope: Construct, id: string, props: Props) {
    super(scope, id);
    this.settings = props.settings;
    this.bucket = this.createBucket();
    this.distribution = this.createDistribution(props);
    this.origin = `https://${props.settings.domain ?? this.distribution.domainName}`;
    this.documents = this.publish(props.webFolder);
    if (props.settings.offlineModels.length > 0) this.publishModels(props.modelsFolder);
  }

  /** Publishes HTML only after the functions it calls are deployed and their canaries have passed. */
  publishAfter(...needed: IDependable[]): void {
    this.documents.node.addDependency(...needed);
  }

  grant(target: ParleyFunction): void {
    const { publishesStatus } = target.needs;
    if (target instanceof ApiFunction || publishesStatus) target.addEnvironment('SITE_ORIGIN', this.origin);
    if (!publishesStatus) return;
    target.addEnvironment('SITE_BUCKET', this.bucket.bucketName);
    target.allow(['s3:GetObject', 's3:PutObject'], `${this.bucket.bucketArn}${statusFile}`);
    // Without it, S3 answers 403 for a file that is missing.
    target.allow(['s3:ListBucket'], this.bucket.bucketArn);
  }

  private createBucket(): IBucket {
    const bucket = new Bucket(this, 'Files', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Only CloudFront reads the bucket, and its files are public.',
    });
    // CDK's classes do not fit their own interfaces under exactOptionalPropertyTypes.
    return bucket as IBucket;
  }

  private createDistribution({ settings, api, originSecret, webAclArn, webFolder }: Props): Distribution {
    const siteBehaviors = this.createSiteBehaviors([...listSiteFiles(webFolder), statusFile]);
    const apiBehaviors = this.createApiBehaviors(
      new HttpOrigin(api.domainName, {
        customHeaders: { 'x-origin-secret': originSecret },
        readTimeout: Duration.seconds(30),
      }),
    );
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Parley ${settings.stage}`,
      httpVersion: HttpVersion.HTTP2_AND_3,
      // Rate rules count each IPv6 address separately: infra/DECISIONS.md.
      enableIpv6: false,
      webAclId: webAclArn,
      defaultBehavior: siteBehaviors.ordinary,
      additionalBehaviors: {
        ...Object.fromEntries(stripePaths.map((each) => [each, siteBehaviors.stripe])),
        // Before the other assets: the first pattern that fits decides.
        [`${enginePath}*`]: siteBehaviors.engine,
        '/assets/*': siteBehaviors.hashed,
        [`${modelsPath}*`]: siteBehaviors.hashed,
        ...Object.fromEntries(apiFiles.map((each) => [each, siteBehaviors.ordinary])),
        ...apiBehaviors.cached,
        '/api/*': apiBehaviors.ordinary,
      },
      // Turns off error caching. An error page here would also replace the API's errors.
      errorResponses: uncachedErrors.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
      ...(settings.domain &&
        settings.certificateArn && {
          domainNames: [settings.domain, ...settings.redirectedDomains],
          certificate: Certificate.fromCertificateArn(this, 'Certificate', settings.certificateArn),
        }),
    });
    Validations.of(distribution).acknowledge(
      {
        id: 'Annotation::@aws-cdk/aws-cloudfront-origins:listBucketSecurityRisk',
        reason:
          'The edge function maps every path outside /assets/ and /models/ to a file, so none lists the bucket.',
      },
      { id: 'AwsSolutions-CFR1', reason: 'No country is blocked: travellers use it from anywhere.' },
      {
        id: 'AwsSolutions-CFR3',
        reason: 'An access log would hold personal data: IP addresses and paths.',
      },
    );
    if (!settings.domain) {
      Validations.of(distribution).acknowledge({
        id: 'AwsSolutions-CFR4',
        reason: 'CloudFront’s default name has a fixed TLS policy; a custom domain gets TLS 1.2.',
      });
    }
    return distribution;
  }

  private createSiteBehaviors(files: readonly string[]) {
    const file: BehaviorOptions = {
      // With permission to list, S3 returns 404 for missing files instead of 403.
      origin: S3BucketOrigin.withOriginAccessControl(this.bucket, {
        originAccessLevels: [AccessLevel.READ, AccessLevel.LIST],
      }),
      cachePolicy: CachePolicy.CACHING_OPTIMIZED,
      viewerProtocolPolicy: ViewerProtocolPolicy.REDIRECT_TO_HTTPS,
    };
    const page: BehaviorOptions = {
      ...file,
      functionAssociations: [
        this.createEdgeFunction('onSiteRequest', FunctionEventType.VIEWER_REQUEST, files),
        this.createEdgeFunction('onSiteResponse', FunctionEventType.VIEWER_RESPONSE, files),
      ],
    };
    const siteHeaders = this.createHeadersPolicy('Headers', '/');
    return {
      ordinary: { ...page, responseHeadersPolicy: siteHeaders },
      stripe: { ...page, responseHeadersPolicy: this.createHeadersPolicy('StripeHeaders', stripePaths[0]) },
      hashed: { ...file, responseHeadersPolicy: siteHeaders },
      engine: { ...file, responseHeadersPolicy: this.createHeadersPolicy('EngineHeaders', enginePath) },
    };
  }

  private createApiBehaviors(upstream: IOrigin) {
    const ordinary: BehaviorOptions = {
      origin: upstream,
      allowedMethods: AllowedMethods.ALLOW_ALL,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: OriginRequestPolicy.ALL_VIEWER_EXCEPT_HOST_HEADER,
      responseHeadersPolicy: this.createHeadersPolicy('ApiHeaders', '/api/'),
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      functionAssociations: [this.createEdgeFunction('onApiRequest', FunctionEventType.VIEWER_REQUEST)],
    };
    // Shared responses must not depend on the viewer's cookies or headers.
    const { originRequestPolicy: _, ...anonymous } = ordinary;
    const cached = cachedRows.map(({ id, path }) => [
      path,
      { ...anonymous, cachePolicy: this.createApiCachePolicy(id) },
    ]);
    return { ordinary, cached: Object.fromEntries(cached) };
  }

  /** The response's `cache-control` sets how long. */
  private createApiCachePolicy(id: EndpointId): CachePolicy {
    return new CachePolicy(this, `CallCache.${id}`, {
      defaultTtl: Duration.seconds(0),
      maxTtl: Duration.days(1),
      enableAcceptEncodingBrotli: true,
      enableAcceptEncodingGzip: true,
    });
  }

  private createEdgeFunction(
    entry: Parameters<typeof compileEdgeFunction>[0],
    eventType: FunctionEventType,
    files: readonly string[] = [],
  ): FunctionAssociation {
    const code = FunctionCode.fromInline(compileEdgeFunction(entry, files, this.settings.domain));
    return { function: new EdgeFunction(this, entry, { code, runtime: FunctionRuntime.JS_2_0 }), eventType };
  }

  private createHeadersPolicy(id: string, samplePath: string): ResponseHeadersPolicy {
    const {
      'content-security-policy': contentSecurityPolicy,
      'strict-transport-security': _strictTransport,
      'x-content-type-options': _contentTypeOptions,
      'referrer-policy': referrerPolicy,
      ...others
    } = buildSecurityHeaders(samplePath);
    return new ResponseHeadersPolicy(this, id, {
      securityHeadersBehavior: {
        contentSecurityPolicy: { contentSecurityPolicy, override: true },
        strictTransportSecurity: {
          accessControlMaxAge: Duration.seconds(strictTransport.seconds),
          includeSubdomains: strictTransport.includeSubdomains,
          preload: this.settings.hstsPreload === 'on',
          override: true,
        },
        contentTypeOptions: { override: true },
        referrerPolicy: { referrerPolicy: referrerPolicy as HeadersReferrerPolicy, override: true },
      },
      customHeadersBehavior: {
        customHeaders: Object.entries(others).map(([header, value]) => ({ header, value, override: true })),
      },
    });
  }

  /** Hashed files first, then the documents that link to them. Open pages still need old hashed files. */
  private publish(webFolder: string): BucketDeployment {
    const common = {
      sources: [Source.asset(webFolder)],
      destinationBucket: this.bucket,
      prune: false,
      memoryLimit: 512,
      logGroup: new LogGroup(this, 'PublishLog', {
        retention: RetentionDays.ONE_MONTH,
        removalPolicy: RemovalPolicy.DESTROY,
      }),
    };
    const hashed = new BucketDeployment(this, 'PublishHashed', {
      ...common,
      exclude: ['*'],
      include: ['assets/*'],
      cacheControl: [CacheControl.fromString(chooseCacheControl('/assets/'))],
    });
    const others = new BucketDeployment(this, 'PublishOthers', {
      ...common,
      exclude: ['assets/*'],
      cacheControl: [CacheControl.fromString(chooseCacheControl('/'))],
    });
    others.node.addDependency(hashed);
    this.acknowledgePublisher(others);
    return others;
  }

  /** The list after the models that it names. Pages that are open may still fetch earlier ones. */
  private publishModels(modelsFolder: string): void {
    const common = {
      sources: [Source.asset(modelsFolder)],
      destinationBucket: this.bucket,
      destinationKeyPrefix: modelsPath.slice(1),
      prune: false,
      memoryLimit: 512,
      // It unpacks all models at once.
      ephemeralStorageSize: Size.gibibytes(4),
    };
    const models = new BucketDeployment(this, 'PublishModels', {
      ...common,
      exclude: ['*'],
      include: ['*.gz'],
      // Without an encoding: pages unpack by themselves.
      contentType: 'application/octet-stream',
      cacheControl: [CacheControl.fromString(chooseCacheControl(getPackedPath({ sha256: '' })))],
    });
    const list = new BucketDeployment(this, 'PublishModelList', {
      ...common,
      exclude: ['*.gz'],
      contentType: 'application/json; charset=utf-8',
      cacheControl: [CacheControl.fromString(chooseCacheControl(cataloguePath))],
    });
    list.node.addDependency(models);
    this.acknowledgePublisher(list);
  }

  private acknowledgePublisher({ handlerRole }: BucketDeployment): void {
    const { region } = Stack.of(this);
    const files = Stack.of(this).getLogicalId(this.bucket.node.defaultChild as CfnBucket);
    const assets = `cdk-${DefaultStackSynthesizer.DEFAULT_QUALIFIER}-assets-<AWS::AccountId>-${region}`;
    const reason = 'CDK’s function copies its assets into the site’s bucket.';
    Validations.of(handlerRole).acknowledge(
      ...['s3:Abort*', 's3:DeleteObject*', 's3:GetBucket*', 's3:GetObject*', 's3:List*']
        .map((action) => `Action::${action}`)
        .concat(`Resource::<${files}.Arn>/*`, `Resource::arn:<AWS::Partition>:s3:::${assets}/*`)
        .map((finding) => ({ id: `AwsSolutions-IAM5[${finding}]`, reason })),
      {
        id: 'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AWSLambdaBasicExecutionRole]',
        reason: 'CDK attaches AWS’s logging policy to its function.',
      },
    );
    if (!handlerRole.node.scope) throw new Error('The publisher has no function');
    Validations.of(handlerRole.node.scope).acknowledge(
      ...['AwsSolutions-L1', 'Serverless-LambdaLatestVersion'].map((id) => ({
        id,
        reason: 'CDK chooses its function’s runtime.',
      })),
      {
        id: 'Serverless-LambdaDLQ',
        reason: 'CloudFormation calls it and rolls back if it fails.',
      },
      { id: 'Serverless-LambdaTracing', reason: 'It runs only in deployments, which report their duration.' },
    );
  }
}

const cachedRows = endpointIds
  .map((id): EndpointRow & { id: EndpointId } => ({ id, ...endpoints[id] }))
  .filter((row) => row.cacheSeconds);

/** CloudFront would cache these for 10 seconds, whatever the response's header says. */
const uncachedErrors = [400, 403, 404, 405, 414, 500, 501, 502, 503, 504];

interface Props {
  readonly settings: Settings;
  readonly api: { readonly domainName: string };
  readonly originSecret: string;
  readonly webAclArn: string;
  readonly webFolder: string;
  readonly modelsFolder: string;
}
