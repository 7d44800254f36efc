import type * as z from 'zod/mini';
import type { EndpointId } from './index.ts';

interface Contract {
  readonly input: z.ZodMiniType;
  readonly output: z.ZodMiniType;
}

export type Input<Id extends EndpointId> = z.input<ContractOf<Id>['input']>;

export type Parsed<Id extends EndpointId> = z.output<ContractOf<Id>['input']>;

export type Output<Id extends EndpointId> = z.output<ContractOf<Id>['output']>;

/** The schemas of `area.name`: the export `name` of `area.schema.ts`. `never` if one of them is missing. */
export type ContractOf<Id extends EndpointId> = Id extends `${infer Area extends keyof Areas}.${infer Name}`
  ? Camel<Name> extends infer Key extends keyof Areas[Area]
    ? Areas[Area][Key] extends Contract
      ? Areas[Area][Key]
      : never
    : never
  : never;

/** Also for those that need all schemas as values. */
export interface Areas {
  account: typeof import('./account.schema.ts');
  android: typeof import('./android.schema.ts');
  analytics: typeof import('./analytics.schema.ts');
  auth: typeof import('./auth.schema.ts');
  billing: typeof import('./billing.schema.ts');
  builds: typeof import('./builds.schema.ts');
  settings: typeof import('./settings.schema.ts');
  speech: typeof import('./speech.schema.ts');
  system: typeof import('./system.schema.ts');
  translation: typeof import('./translation.schema.ts');
}

type Camel<Text extends string> = Text extends `${infer Head}-${infer Tail}`
  ? `${Head}${Capitalize<Camel<Tail>>}`
  : Text;
