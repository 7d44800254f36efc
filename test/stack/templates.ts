import { readFileSync } from 'node:fs';
import path from 'node:path';
import { type FunctionId, toFunctionName } from '../../infra/aws/build/bundle.ts';
import { templatesAreMade } from '../support/parley/built.ts';
import type { Examined } from './findings.ts';

/** Every setting that a deployment may change. */
export const changedSettings = {
  domain: 'parley.example',
  redirectedDomains: 'www.parley.example',
  certificateArn: 'arn:aws:acm:us-east-1:123456789012:certificate/a1b2',
  alarmEmail: 'alarms@parley.example',
  alarmUrl: 'https://pager.example/parley',
  hstsPreload: 'on',
  githubRepository: 'parley/parley',
  concurrentExecutions: '50',
  concurrencyShare: '0.4',
  quickCallSeconds: '2',
  providerCallSeconds: '6',
  streamSeconds: '30',
  reservedConcurrency: '7',
  restoredTables: '20261128T120000Z',
  tableCopies: '210987654321/parley-copies',
  requestsPerSecond: '5',
  requestsBurst: '9',
  requestsPerAddress: '50',
  originSecretGeneration: '2',
  analyticsAudience: 'operators',
  automaticTax: 'on',
  signingSecretGeneration: '2',
  emailFrom: 'hello@parley.example',
  freeCharactersPerDay: '30000',
  canary: 'off',
  monthlyBudgetDollars: '200',
  translatedCharactersPerHour: '1',
  transcribedSecondsPerHour: '2',
  spokenCharactersPerHour: '3',
  functionSecondsPerHour: '4',
  loginRules: 'on',
  signUpsPerHour: '7',
  edgeRequestsPerHour: '9',
  sentGigabytesPerHour: '10',
  trialsPerDay: '8',
  readUnitsPerHour: '5',
  writeUnitsPerHour: '6',
  offlineModels: 'en-es,es-en',
};

export const elsewhere = { region: 'eu-west-1' };

export const templatesFile = path.resolve(import.meta.dirname, '../../.build/templates.json');

/** The synthesised templates: the stack, the same with other settings, and the one beside it in us-east-1. */
export async function readTemplates(): Promise<Templates> {
  await templatesAreMade();
  return JSON.parse(readFileSync(templatesFile, 'utf8'));
}

/** The properties of the resources of a type, by logical ids. */
export function byId(template: Template, type: string): Record<string, Json> {
  return Object.fromEntries(
    Object.entries(template.Resources)
      .filter(([, { Type }]) => Type === type)
      .map(([id, { Properties }]) => [id, Properties ?? {}]),
  );
}

export function resources(template: Template, type: string): Json[] {
  return Object.values(byId(template, type));
}

/** @throws Error where there is none or another */
export function only(
  template: Template,
  type: string,
  isMeant: (properties: Json) => boolean = () => true,
): Json {
  const [found, ...more] = resources(template, type).filter(isMeant);
  if (!found || more.length > 0) throw new Error(`There is not exactly one ${type}.`);
  return found;
}

/** @throws Error where it is not deployed */
export function functionOf(template: Template, id: FunctionId): { logicalId: string; properties: Json } {
  const all = Object.entries(byId(template, 'AWS::Lambda::Function'));
  const found = all.find(([, { FunctionName }]) => FunctionName === `parley-prod-${toFunctionName(id)}`);
  if (!found) throw new Error(`${id} is not deployed.`);
  return { logicalId: found[0], properties: found[1] };
}

export function environmentOf(template: Template, id: FunctionId): Json {
  return functionOf(template, id).properties.Environment.Variables;
}

/** The alias that calls of a function go to, with its logical id. @throws Error where it has none */
export function aliasOf(template: Template, id: FunctionId): [logicalId: string, alias: Json] {
  const { logicalId } = functionOf(template, id);
  const found = Object.entries(template.Resources).find(
    ([, { Type, Properties }]) => Type === 'AWS::Lambda::Alias' && Properties.FunctionName.Ref === logicalId,
  );
  if (!found) throw new Error(`${id} has no alias.`);
  return found;
}

/** The statements of a role's own policies and of those beside it. */
export function statementsOf(template: Template, roleId: string): Json[] {
  const inline: Json[] = template.Resources[roleId]?.Properties.Policies ?? [];
  const beside = resources(template, 'AWS::IAM::Policy').filter(({ Roles }) =>
    Roles.some(({ Ref }: Json) => Ref === roleId),
  );
  return [...inline, ...beside].flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
}

/** A joined text, with resources by their logical ids. */
export function plain(value: string | Json): string {
  if (typeof value === 'string') return value;
  if (value['Fn::Join']) return value['Fn::Join'][1].map(plain).join('');
  return value.Ref ?? value['Fn::GetAtt'].join('.');
}

interface Templates {
  readonly usual: Template;
  readonly changed: Template;
  /** The usual one, but for the monthly budget. */
  readonly otherBudget: Template;
  readonly abroad: Template;
  readonly edge: Template;
  /** How a stack fails that has a bucket without protection. */
  readonly careless: string;
  readonly examined: Readonly<Record<'usual' | 'changed' | 'abroad', Examined>>;
}

export interface Template {
  readonly Resources: Readonly<Record<string, Json>>;
  readonly Outputs: Readonly<Record<string, Json>>;
}

// biome-ignore lint/suspicious/noExplicitAny: a template is JSON of any shape, and each test says what it expects.
export type Json = Record<string, any>;
