import { RemovalPolicy } from 'aws-cdk-lib';
import { AttributeType, ProjectionType, TableEncryptionV2, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Construct } from 'constructs';
import type { Settings } from './context.ts';
import type { ParleyFunction } from './function.ts';
import { type Permissions, wholeTable } from './needs.ts';
import { nameRestored } from './restored.ts';
import { type TableDefinition, type TableName, tables } from './tables.ts';

export class Storage extends Construct {
  readonly tables: Readonly<Record<TableName, UsedTable>>;

  constructor(scope: Construct, id: string, { restoredTables }: Pick<Settings, 'restoredTables'>) {
    super(scope, id);
    this.tables = {
      users: this.createTable('Users', tables.users, restoredTables),
      usage: this.createTable('Usage', tables.usage, restoredTables),
      speech: this.createTable('Speech', tables.speech, restoredTables),
      builds: this.createTable('Builds', tables.builds, restoredTables),
    };
  }

  grant(target: ParleyFunction): void {
    const { tables: wanted = {}, indexes = [] } = target.needs;
    for (const [name, permissions] of Object.entries(wanted) as [TableName, Permissions][]) {
      const { tableArn, tableName } = this.tables[name];
      target.addEnvironment(`${name.toUpperCase()}_TABLE`, tableName);
      grantItems(target, tableArn, permissions);
    }
    for (const name of indexes) {
      const [table, index] = name.split('/') as [TableName, string];
      target.allow(['dynamodb:Query'], `${this.tables[table].tableArn}/index/${index}`);
    }
  }

  /** @returns the table, or the restored one that functions use instead */
  private createTable(
    id: string,
    definition: TableDefinition,
    restoredTables: string | undefined,
  ): UsedTable {
    const { isTransient = false } = definition;
    const table = new TableV2(this, id, {
      partitionKey: text(definition.partitionKey),
      sortKey: text(definition.sortKey),
      timeToLiveAttribute: definition.timeToLive,
      globalSecondaryIndexes: definition.indexes.map((index) => ({
        indexName: index.name,
        partitionKey: text(index.partitionKey),
        sortKey: text(index.sortKey),
        projectionType: ProjectionType.KEYS_ONLY,
      })),
      // A key of our account would bill each use.
      encryption: TableEncryptionV2.dynamoOwnedKey(),
      pointInTimeRecoverySpecification: { pointInTimeRecoveryEnabled: !isTransient },
      deletionProtection: !isTransient,
      removalPolicy: isTransient ? RemovalPolicy.DESTROY : RemovalPolicy.RETAIN,
    });
    if (restoredTables === undefined || isTransient) return table;
    return TableV2.fromTableName(this, `Restored${id}`, nameRestored(table.tableName, restoredTables));
  }
}

/** One statement for each set of actions: a role's policies are limited to 10,240 characters. */
function grantItems(target: ParleyFunction, tableArn: string, permissions: Permissions): void {
  const byActions = Map.groupBy(Object.entries(permissions), ([, actions]) => actions.toSorted().join());
  for (const [actions, keys] of byActions) {
    const leading = keys.map(([key]) => key);
    const limits = { conditions: { 'ForAllValues:StringLike': { 'dynamodb:LeadingKeys': leading } } };
    target.allow(
      actions.split(',').map((action) => `dynamodb:${action}`),
      tableArn,
      leading.includes(wholeTable) ? {} : limits,
    );
  }
}

function text(name: string) {
  return { name, type: AttributeType.STRING };
}

type UsedTable = Pick<TableV2, 'tableName' | 'tableArn'>;
