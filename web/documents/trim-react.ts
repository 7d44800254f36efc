import { type ESTree, type Plugin, parseSync, Visitor } from 'vite';

/**
 * Removes the parts of React that the site does not use. React has no smaller build, and a bundler cannot see which
 * elements and hooks never occur. The build fails if a module uses one that was removed.
 */
export function trimReact(): Plugin {
  return {
    name: 'parley-trim-react',
    apply: 'build',
    enforce: 'pre',
    transform(code, id) {
      if (!trimmed.test(id)) return undefined;
      if (code.includes(`exports.version = "${version}"`)) return removeCases(removeExpressions(code));
      this.warn(`${id} is not trimmed: trim-react.ts supports only React ${version}.`);
      return undefined;
    },
    generateBundle(_options, bundle) {
      for (const file of Object.values(bundle)) {
        if (file.type !== 'chunk') continue;
        for (const [id, { code }] of Object.entries(file.modules)) {
          const use = trimmed.test(id) ? undefined : code?.match(removedApi)?.[0];
          if (use) this.error(`${id} uses ${use}, which trim-react.ts removes.`);
        }
      }
    },
  };
}

const trimmed = /\/node_modules\/react(?:-dom)?\/cjs\/react(?:-dom(?:-client)?)?\.production\.js$/;

/** The version that the names and numbers below belong to. */
const version = '19.3.1';

const unusedTypes =
  'REACT_(?:ACTIVITY|LAZY|LEGACY_HIDDEN|PROFILER|SUSPENSE|SUSPENSE_LIST|VIEW_TRANSITION)_TYPE';

/** The tags of these types, of what hydration and Suspense create (18, 22), and of `<html>` and `<body>` (27). */
const unusedTags = [12, 13, 16, 18, 19, 22, 23, 27, 30, 31];

const unusedMethods = String.raw`(?:FragmentInstance\.prototype\.\w+|ReactDOMHydrationRoot\.prototype\.unstable_\w+)`;

const unusedExports = [
  // Elements
  'Activity|Profiler|Suspense|ViewTransition|addTransitionType|lazy',
  // Hooks, and what compiled components call
  'useActionState|useFormState|useFormStatus|useHostTransitionStatus|useOptimistic|useTransition|use',
  '__COMPILER_RUNTIME|useMemoCache|useCacheRefresh|unstable_useCacheRefresh|cache|cacheSignal',
  // Functions of react-dom
  'browser|hydrateRoot|prefetchDNS|preinit|preinitModule|preinitModuleScript|preinitScript|preinitStyle|preload|preloadModule',
  'requestFormReset|unstable_batchedUpdates',
].join('|');

const removedApi = new RegExp(
  String.raw`\b(?:import_react|React)[\w$]*(?:\.default)?\.(?:${unusedExports})\b`,
);

/** Depends on the formatting of React's files. */
function removeExpressions(code: string): string {
  return (
    code
      // Comparisons with unused tags and types have a constant result.
      .replace(pattern`\b(?:${unusedTags.join('|')}) ([!=])== (?:[\w$]+\.)*tag\b`, evaluateComparison)
      .replace(pattern`[\w$.]+ ([!=])== ${unusedTypes}\b`, evaluateComparison)
      // Only `hydrateRoot` hydrates, and only `<ViewTransition>` starts a transition of the document.
      .replace(pattern`\b(?:isHydrating|shouldStartViewTransition)\b(?! = |\$|\n\) \{)`, '!1')
      .replace(pattern`popHydrationState\(workInProgress\)`, '!1')
      .replace(pattern`[\w$.]+\.isDehydrated\b(?! = )`, '!1')
      .replace(pattern`[\w$.]+\.dehydrated\b(?! = )`, 'null')
      // Methods of hydrated roots and of fragment refs.
      .replace(pattern`^${unusedMethods} = function [^]*?^\};$`, '')
      // Exports, the dispatchers' hooks, and what react-dom calls.
      .replace(pattern`^exports\.(?:${unusedExports}) = (?:[^{]*?;|[^]*?^\};)$`, '')
      .replace(pattern`^( +)(?:${unusedExports}): (?:[\w$]+|function [^]*?^\1\}),?$`, '')
      .replace(pattern`^ +\w: (?:${unusedExports}),?$`, '')
  );
}

function pattern(strings: TemplateStringsArray, ...values: string[]): RegExp {
  return new RegExp(String.raw(strings, ...values), 'gm');
}

function evaluateComparison(_comparison: string, sign: string): string {
  return sign === '!' ? '!0' : '!1';
}

interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Moves cases of unused tags and types into dead code. The minifier removes them, but keeps their variables. */
function removeCases(code: string): string {
  const edits: Edit[] = [];
  const visitor = new Visitor({
    SwitchStatement(statement) {
      if (edits.some(({ start, end }) => start < statement.start && statement.end <= end)) return;
      let isReached = false;
      let removed = '';
      for (const each of statement.cases) {
        if (!isUnusedCase(statement, each, code)) {
          isReached = !endsInJump(each);
        } else if (isReached) {
          edits.push({ start: each.start, end: each.consequent[0]?.start ?? each.end, text: '' });
          isReached = !endsInJump(each);
        } else {
          edits.push({ start: each.start, end: each.end, text: '' });
          removed += code.slice(each.start, each.end);
        }
      }
      if (removed === '') return;
      edits.push({ start: statement.start, end: statement.start, text: '{' });
      edits.push({ start: statement.end, end: statement.end, text: `if (!1) switch (0) {${removed}}}` });
    },
  });
  visitor.visit(parseSync('react.js', code).program);
  return applyEdits(code, edits);
}

function isUnusedCase(
  { discriminant }: ESTree.SwitchStatement,
  { test }: ESTree.SwitchCase,
  code: string,
): boolean {
  if (!test) return false;
  const value = code.slice(test.start, test.end);
  if (/\btag$/.test(code.slice(discriminant.start, discriminant.end))) {
    return unusedTags.includes(Number(value));
  }
  return new RegExp(`^${unusedTypes}$`).test(value);
}

function endsInJump({ consequent }: ESTree.SwitchCase): boolean {
  return /^(?:Break|Continue|Return|Throw)Statement$/.test(consequent.at(-1)?.type ?? '');
}

function applyEdits(code: string, edits: Edit[]): string {
  let at = 0;
  let written = '';
  for (const { start, end, text } of edits.sort((one, other) => one.start - other.start)) {
    written += code.slice(at, start) + text;
    at = end;
  }
  return written + code.slice(at);
}
