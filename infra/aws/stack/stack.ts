import { type App, CfnOutput, Stack, type StackProps, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import type { Construct } from 'constructs';
import { endpointIds } from '../../../shared/api/index.ts';
import { Api } from './api.ts';
import { getStackName, readSettings, type Settings } from './context.ts';
import { EdgeStack, edgeRegion, WebAcl } from './edge/edge.ts';
import { Site } from './edge/site.ts';
import { ApiFunction } from './function.ts';
import { Identity } from './identity.ts';
import { Copies } from './operations/copies.ts';
import { Operations } from './operations/operations.ts';
import { Pipeline } from './pipeline.ts';
import { Schedules } from './schedules.ts';
import { Secrets } from './secrets.ts';
import { Storage } from './storage.ts';

export function addStacks(app: App, folders: Folders): ParleyStack {
  const settings = readSettings(app.node);
  const name = getStackName(settings);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app), new ServerlessChecks(app));

  const isAbroad = settings.region !== edgeRegion;
  const options = { settings, crossRegionReferences: isAbroad };
  const edge = isAbroad
    ? new EdgeStack(app, `${name}-edge`, { ...options, env: { region: edgeRegion } })
    : undefined;
  return new ParleyStack(app, name, {
    ...options,
    ...folders,
    ...(edge && { webAcl: edge.webAcl }),
    env: { region: settings.region },
    terminationProtection: settings.stage === 'prod',
  });
}

export class ParleyStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { settings, webAcl, functionsFolder, webFolder, modelsFolder, ...props }: Props,
  ) {
    super(scope, id, props);
    const storage = new Storage(this, 'Storage', settings);
    const secrets = new Secrets(this, settings);
    const api = new Api(this, 'Api', settings);
    const acl = webAcl ?? new WebAcl(this, 'WebAcl', settings);
    const site = new Site(this, 'Site', {
      settings,
      api,
      originSecret: secrets.originHeader,
      webAclArn: acl.arn,
      webFolder,
      modelsFolder,
    });
    api.requireSecret(secrets.origin, site.distribution);
    const identity = new Identity(this, 'Identity', { settings, siteOrigin: site.origin });

    const functions = endpointIds.map(
      (endpointId) => new ApiFunction(this, endpointId, { settings, functionsFolder }),
    );
    const schedules = new Schedules(this, 'Schedules', { settings, functionsFolder });
    for (const target of [...functions, ...schedules.functions]) {
      storage.grant(target);
      identity.grant(target);
      secrets.grant(target);
      site.grant(target);
    }
    for (const target of functions) api.route(target);
    const operations = new Operations(this, 'Operations', {
      settings,
      api: api.http,
      throttled: api.throttled,
      functions,
      schedules,
      webAcl: webAcl ? undefined : acl,
      distribution: site.distribution,
    });
    site.publishAfter(api, operations, ...functions);
    const outputs = {
      Url: [site.origin, 'The site'],
      StripeKeys: [secrets.stripeArn, 'The secret for Stripe’s keys, written by npm run stripe:setup'],
      BuildsTable: [storage.tables.builds.tableName, 'The table in which npm run deploy records builds'],
      DomainTarget: [site.distribution.domainName, 'Target of your domain’s DNS record'],
    } as const;
    for (const [id, [value, description]] of Object.entries(outputs))
      new CfnOutput(this, id, { value, description });
    const { stage, tableCopies, githubRepository } = settings;
    if (tableCopies !== undefined) {
      const { functions, failures } = schedules;
      new Copies(this, 'Copies', { stage, destination: tableCopies, storage, functions, failures });
    }
    if (githubRepository !== undefined) this.admitPipeline(githubRepository, stage, storage, identity);
  }

  private admitPipeline(
    repository: string,
    stage: string,
    { tables }: Storage,
    { userPoolArn }: Identity,
  ): void {
    const { deployer, reader } = new Pipeline(this, 'Pipeline', {
      repository,
      stage,
      buildsTable: tables.builds,
      userPoolArn,
    });
    new CfnOutput(this, 'DeployerRole', {
      value: deployer.roleArn,
      description: 'The workflow’s AWS_DEPLOYER_ROLE',
    });
    new CfnOutput(this, 'ReaderRole', {
      value: reader.roleArn,
      description: 'The workflow’s AWS_READER_ROLE',
    });
  }
}

interface Folders {
  readonly functionsFolder: string;
  readonly webFolder: string;
  /** Packed models and their list, published if `offlineModels` names any. */
  readonly modelsFolder: string;
}

interface Props extends StackProps, Folders {
  readonly settings: Settings;
  readonly webAcl?: WebAcl;
}
