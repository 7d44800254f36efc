import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { AttributeType, Billing, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import { Construct } from 'constructs';
import type { ParleyFunction } from './function.ts';
import type { Rights } from './needs.ts';
import { type TableDefinition, type TableName, tables } from './tables.ts';

/** Tables, and the bucket for clips. */
export class Storage extends Construct {
  readonly tables: Readonly<Record<TableName, TableV2>>;
  private readonly audio: Bucket;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.tables = {
      users: this.createTable('Users', tables.users),
      usage: this.createTable('Usage', tables.usage),
      builds: this.createTable('Builds', tables.builds),
    };
    this.audio = this.createAudioBucket();
  }

  grant(target: ParleyFunction): void {
    const { tables: wanted = {}, indexes = [], audioBucket } = target.needs;
    for (const [name, rights] of Object.entries(wanted) as [TableName, Rights][]) {
      const { tableArn, tableName } = this.tables[name];
      target.addEnvironment(`${name.toUpperCase()}_TABLE`, tableName);
      grantItems(target, tableArn, rights);
    }
    for (const name of indexes) this.grantIndex(target, name);
    if (audioBucket) this.grantAudio(target);
  }

  private grantIndex(target: ParleyFunction, name: string): void {
    const [table, index] = name.split('/') as [TableName, string];
    const resources = [`${this.tables[table].tableArn}/index/${index}`];
    target.addToRolePolicy(new PolicyStatement({ actions: ['dynamodb:Query'], resources }));
  }

  private grantAudio(target: ParleyFunction): void {
    target.addEnvironment('AUDIO_BUCKET', this.audio.bucketName);
    target.addToRolePolicy(
      new PolicyStatement({
        actions: ['s3:DeleteObject', 's3:GetObject', 's3:PutObject'],
        resources: [this.audio.arnForObjects('*')],
      }),
    );
    const bucket = Stack.of(this).getLogicalId(this.audio.node.defaultChild as CfnBucket);
    target.acknowledge(
      `AwsSolutions-IAM5[Resource::<${bucket}.Arn>/*]`,
      'Clips have random names, and the bucket keeps nothing for more than a day.',
    );
  }

  private createTable(id: string, definition: TableDefinition): TableV2 {
    return new TableV2(this, id, {
      partitionKey: text(definition.partitionKey),
      sortKey: text(definition.sortKey),
      timeToLiveAttribute: definition.timeToLive,
      globalSecondaryIndexes: definition.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        projectionType: index.projection === 'keys' ? ProjectionType.KEYS_ONLY : ProjectionType.ALL,
      })),
      billing: Billing.onDemand(),
      encryption: TableEncryptionV2.awsManagedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: true },
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
  }

  private createAudioBucket(): Bucket {
    const bucket = new Bucket(this, 'Audio', {
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      encryption: BucketEncryption.S3_MANAGED,
      enforceSSL: true,
      lifecycleRules: [
        { expiration: Duration.days(1), abortIncompleteMultipartUploadAfter: Duration.days(1) },
      ],
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(bucket).acknowledge({
      id: 'AwsSolutions-S1',
      reason: 'Clips live for minutes; an access log would outlive them.',
    });
    return bucket;
  }
}

/** One statement for each set of actions: a role's policies are limited to 10,240 characters. */
function grantItems(target: ParleyFunction, tableArn: string, rights: Rights): void {
  const byActions = Map.groupBy(Object.entries(rights), ([, actions]) => actions.toSorted().join());
  for (const [actions, keys] of byActions) {
    target.addToRolePolicy(
      new PolicyStatement({
        actions: actions.split(',').map((action) => `dynamodb:${action}`),
        resources: [tableArn],
        conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': keys.map(([key]) => key) } },
      }),
    );
  }
}

function text(name: string) {
  return { name, type: AttributeType.STRING };
}
