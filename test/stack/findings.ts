import { type Acknowledgment, App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks, ServerlessChecks } from 'cdk-nag';
import { addStacks } from '../../infra/aws/stack/stack.ts';
import { type BuiltFolders, readFlags } from './synthesis.ts';

/**
 * Findings of cdk-nag and the CDK without acknowledgements, and the stack's acknowledgements. Nothing is synthesised,
 * so it is fast.
 */
export function examine(folders: BuiltFolders, context: Record<string, string> = {}): Examined {
  const answers: Answer[] = [];
  const { acknowledge } = Validations.prototype;
  Validations.prototype.acknowledge = function (this: Validations, ...rules: Acknowledgment[]) {
    const { scope } = this as unknown as { scope: App };
    answers.push(...rules.map(({ id, reason }) => ({ id, reason, path: scope.node.path })));
  };
  const app = new App({ context: { ...readFlags(), ...context } });
  addStacks(app, folders);
  Validations.prototype.acknowledge = acknowledge;
  const packs = [new AwsSolutionsChecks(app), new ServerlessChecks(app)];
  const found = packs.flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath = '' }) => ({ id: ruleName, path: constructPath })),
      ),
  );
  return { answers, findings: [...found, ...warningsOf(app)] };
}

/** A warning's text ends with what acknowledges it. */
function warningsOf(app: App): Finding[] {
  return app.node.findAll().flatMap(({ node }) =>
    node.metadata
      .filter(({ type }) => type === 'aws:cdk:warning')
      .map(({ data }) => ({
        id: `Annotation::${/\[ack: (.+)\]$/.exec(data)?.[1]}`,
        path: node.path,
      })),
  );
}

export interface Examined {
  readonly answers: readonly Answer[];
  readonly findings: readonly Finding[];
}

interface Finding {
  /** The rule's, with what it is about in brackets where the rule says. */
  readonly id: string;
  /** The construct's. */
  readonly path: string;
}

interface Answer extends Finding {
  readonly reason: string;
}
