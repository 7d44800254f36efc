import { type FunctionId, functionIds } from '../../../infra/aws/build/bundle.ts';
import { functionOf, type Json, statementsOf, type Template } from '../../stack/templates.ts';
import { secretName } from '../faults/product.ts';

export interface Role {
  /** The grants by which a call is allowed: an action on a resource, of a pattern of keys. */
  allows(call: Call): readonly string[];
}

export interface Call {
  readonly action: string;
  readonly resource: string;
  /** Partition keys of DynamoDB's items. */
  readonly keys: readonly string[];
}

export function rolesOf(template: Template): ReadonlyMap<FunctionId, Role> {
  return new Map(
    functionIds.map((id) => {
      const [roleId] = functionOf(template, id).properties.Role['Fn::GetAtt'];
      const statements = statementsOf(template, roleId).map((each) => read(each, template.Resources));
      return [id, roleOf(statements)];
    }),
  );
}

function roleOf(statements: readonly Statement[]): Role {
  return {
    allows: (call) =>
      statements.flatMap((statement) => {
        const isMeant =
          statement.actions.includes(call.action) &&
          statement.resources.some((each) => isLike(call.resource, each)) &&
          // IAM's ForAllValues: a call that says no key passes.
          (!statement.keys || call.keys.every((key) => statement.keys?.some((each) => isLike(key, each))));
        return isMeant ? grantsOf(statement).filter((grant) => isBy(grant, call)) : [];
      }),
  };
}

function grantsOf({ actions, resources, keys }: Statement): string[] {
  return actions.flatMap((action) =>
    resources.flatMap((resource) =>
      keys ? keys.map((key) => `${action} on ${resource} of ${key}`) : [`${action} on ${resource}`],
    ),
  );
}

function isBy(grant: string, { action, resource, keys }: Call): boolean {
  const [on = '', of] = grant.split(' of ');
  const [allowed, where = ''] = on.split(' on ');
  const isKey = of === undefined || keys.some((key) => isLike(key, of));
  return allowed === action && isLike(resource, where) && isKey;
}

/** In IAM's patterns, an asterisk is any text. */
function isLike(text: string, pattern: string): boolean {
  const literal = pattern.split('*').map((part) => part.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&'));
  return new RegExp(`^${literal.join('.*')}$`).test(text);
}

/** @throws Error for a statement that this does not understand */
function read({ Effect, Action, Resource, Condition, ...others }: Json, resources: Resources): Statement {
  const { 'ForAllValues:StringLike': like, ...conditions } = Condition ?? {};
  const { 'dynamodb:LeadingKeys': keys, ...variables } = like ?? {};
  const unknown = [...Object.keys(others), ...Object.keys(conditions), ...Object.keys(variables)];
  if (Effect !== 'Allow' || unknown.length > 0) throw new Error(`A statement with ${Effect} ${unknown}`);
  return {
    actions: [Action].flat(),
    resources: [Resource].flat().map((each) => resolve(each, resources)),
    ...(keys && { keys: [keys].flat() }),
  };
}

function resolve(value: string | Json, resources: Resources): string {
  if (typeof value === 'string') return value;
  if (value.Ref)
    return pseudoParameters[value.Ref] ?? (isSecret(value.Ref, resources) ? secretName : nameOf(value.Ref));
  if (value['Fn::GetAtt']) return attributeOf(value['Fn::GetAtt'], resources);
  const [separator, parts] = value['Fn::Join'];
  const joined: string = parts.map((part: Json) => resolve(part, resources)).join(separator);
  return joined === parts.join(separator) ? joined : resolve(joined, resources);
}

function attributeOf([id, attribute]: [string, string], resources: Resources): string {
  const type = resources[id]?.Type ?? '';
  if (attribute !== 'Arn') return `${id}.${attribute}`.toLowerCase();
  return arns[type]?.(nameOf(id)) ?? `arn:aws:::${id}`;
}

const account = 'us-east-1:123456789012';

const arns: Readonly<Record<string, (name: string) => string>> = {
  'AWS::DynamoDB::GlobalTable': (name) => `arn:aws:dynamodb:${account}:table/${name}`,
  'AWS::S3::Bucket': (name) => `arn:aws:s3:::${name}`,
  'AWS::Cognito::UserPool': () => `arn:aws:cognito-idp:${account}:userpool/us-east-1_tests`,
};

const pseudoParameters: Readonly<Record<string, string>> = {
  'AWS::URLSuffix': 'amazonaws.com',
  'AWS::Partition': 'aws',
  'AWS::Region': 'us-east-1',
  'AWS::AccountId': '123456789012',
};

function isSecret(id: string, resources: Resources): boolean {
  return resources[id]?.Type === 'AWS::SecretsManager::Secret';
}

/** Tables have the local database's names here. */
function nameOf(logicalId: string): string {
  return /^Storage(\w+?)[0-9A-F]{8}$/.exec(logicalId)?.[1]?.toLowerCase() ?? logicalId;
}

interface Statement {
  readonly actions: readonly string[];
  readonly resources: readonly string[];
  readonly keys?: readonly string[];
}

type Resources = Template['Resources'];
