import { findLanguage } from '../shared/languages.ts';
import {
  faults,
  type Reason,
  type RefusalValues,
  refusals,
  type ToldReason,
} from '../shared/text/refusals.ts';

/** What an error says. */
export interface Refusal {
  readonly reason: Reason;
  readonly values: RefusalValues;
  /** With `{cost}`, which is inserted last. */
  readonly english: string;
}

/** @__NO_SIDE_EFFECTS__ */
export function say<Name extends Reason>(
  reason: Name,
  ...[values]: NameOfValue<(typeof texts)[Name]> extends never
    ? []
    : [Readonly<Record<NameOfValue<(typeof texts)[Name]>, string | number>>]
): Refusal {
  return build(reason, values);
}

/** What a schema's check says. */
export function sayTold({ reason, values }: ToldReason): Refusal {
  return build(reason, values);
}

function build(reason: Reason, given: RefusalValues = {}): Refusal {
  const english = texts[reason].replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = given[name];
    return value === undefined ? placeholder : describeValue(name, value);
  });
  return { reason, values: given, english };
}

const texts = { ...refusals, ...faults };

type NameOfValue<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Exclude<Name, 'cost'> | NameOfValue<Rest>
  : never;

function describeValue(name: string, value: string | number): string {
  if (typeof value === 'number') return value.toLocaleString('en-GB');
  return (/^(language|source|target)$/.test(name) && findLanguage(value)?.name) || value;
}
