import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';
import { type Node, parseSync, visitorKeys } from 'oxc-parser';
import { describe, expect, test } from 'vitest';
import { endpointIds, endpoints } from '../../shared/api/index.ts';
import { jobNames } from '../../shared/jobs.ts';
import { routes } from '../../shared/routes.ts';

const root = posix.resolve(import.meta.dirname, '../..');

/** What git tracks or would track, as paths from the top level. */
const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\0')
  .filter((path) => path !== '' && existsSync(posix.join(root, path)));

const areas = [
  'auth',
  'translation',
  'speech',
  'settings',
  'billing',
  'analytics',
  'builds',
  'android',
  'account',
  'system',
];

describe('the top level', () => {
  test('holds exactly the folders and files of the house, and dotfiles', () => {
    const entries = new Set(files.map((path) => path.split('/')[0] ?? ''));
    expect([...entries].filter((entry) => !entry.startsWith('.')).sort()).toEqual(
      [
        'infra',
        'functions',
        'web',
        'shared',
        'test',
        'cdk.json',
        'package.json',
        'package-lock.json',
        'tsconfig.json',
        'README.md',
      ].sort(),
    );
  });

  test('no file or folder anywhere is a drawer', () => {
    const drawer = /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/i;
    expect(files.filter((path) => drawer.test(path))).toEqual([]);
  });
});

describe('the endpoint table', () => {
  test('promises clients these methods and paths', () => {
    const promised = Object.fromEntries(
      Object.entries(endpoints).map(([id, row]) => [id, `${row.method} ${row.path}`]),
    );
    expect(promised).toEqual({
      'auth.login': 'GET /api/login',
      'auth.callback': 'GET /api/auth/callback',
      'auth.logout': 'GET /api/logout',
      'auth.user': 'GET /api/auth/user',
      'translation.translate': 'POST /api/translate',
      'translation.list': 'GET /api/translations',
      'translation.search': 'POST /api/translations/search',
      'translation.remove': 'DELETE /api/translations/{id}',
      'translation.keep': 'POST /api/translations',
      'translation.star': 'POST /api/translations/{id}/star',
      'translation.phrases': 'GET /api/phrases',
      'speech.transcribe': 'POST /api/transcribe-amazon',
      'speech.synthesize': 'POST /api/speak',
      'settings.read': 'GET /api/settings',
      'settings.save': 'POST /api/settings',
      'billing.status': 'GET /api/subscription-status',
      'billing.config': 'GET /api/stripe-config',
      'billing.create': 'POST /api/create-subscription',
      'billing.cancel': 'POST /api/cancel-subscription',
      'billing.reactivate': 'POST /api/reactivate-subscription',
      'billing.portal': 'POST /api/billing-portal',
      'billing.webhook': 'POST /api/stripe-webhook',
      'analytics.overview': 'GET /api/analytics/overview',
      'analytics.users': 'GET /api/analytics/users',
      'analytics.revenue': 'GET /api/analytics/revenue',
      'builds.overview': 'GET /api/performance/overview',
      'builds.metrics': 'GET /api/performance/metrics',
      'android.setup': 'POST /api/android/auto-setup',
      'account.export': 'GET /api/account',
      'account.remove': 'DELETE /api/account',
      'system.health': 'GET /api/health',
      'system.not-found': 'ANY $default',
    });
  });

  test('has no method and path twice', () => {
    const promised = Object.values(endpoints).map((row) => `${row.method} ${row.path}`);
    expect(promised).toEqual([...new Set(promised)]);
  });

  test('names each row by one of the areas and a word', () => {
    const named = new RegExp(`^(${areas.join('|')})\\.[a-z]+(-[a-z]+)*$`);
    expect(endpointIds.filter((id) => !named.test(id))).toEqual([]);
  });

  test('has every row of an area in that area’s file', async () => {
    for (const area of areas) {
      const { [area]: rows } = (await import(`../../shared/api/${area}.ts`)) as Record<string, object>;
      const own = endpointIds.filter((id) => id.startsWith(`${area}.`));
      expect(Object.keys(rows ?? {}), area).toEqual(own);
    }
  });
});

describe('an endpoint', () => {
  const functionModules = files.filter((path) => /^functions\/.*\.ts$/.test(path));

  test.each(endpointIds)('%s has its file and its test', (id) => {
    const path = id.replace('.', '/');
    expect(files).toContain(`functions/${path}.ts`);
    expect(files).toContain(`test/service/${path}.test.ts`);
  });

  test('names the row that its own path spells', () => {
    const named = functionModules.flatMap((path) =>
      endpointIdsNamedIn(path).map((id) => ({ path, spelt: `functions/${id.replace('.', '/')}.ts` })),
    );
    expect(named.map(({ spelt }) => spelt)).toEqual(named.map(({ path }) => path));
    expect(named).toHaveLength(endpointIds.length);
  });

  test('lives in the folder of its area, and functions has no other folders but the jobs', () => {
    const folders = functionModules
      .map((path) => path.split('/').slice(1, -1).join('/'))
      .filter((folder) => folder !== '');
    expect([...new Set(folders)].filter((folder) => ![...areas, 'jobs'].includes(folder))).toEqual([]);
  });

  test.each(jobNames)('or a job: %s has its file and its test', (name) => {
    expect(files).toContain(`functions/jobs/${name}.ts`);
    expect(files).toContain(`test/service/jobs/${name}.test.ts`);
  });

  test('comes from the one wrapper, the only module with middy', () => {
    expect(functionModules.filter((path) => importsOf(path).some((each) => /middy/.test(each.name)))).toEqual(
      ['functions/endpoint.ts'],
    );
  });
});

describe('imports', () => {
  const mayImport = { shared: ['shared'], functions: ['functions', 'shared'], web: ['web', 'shared'] };

  test.each(Object.entries(mayImport))('of %s go one way: %j', (folder, allowed) => {
    const astray = modulesOf(folder).flatMap((path) =>
      importsOf(path)
        .filter(({ file }) => file !== undefined && !allowed.includes(file.split('/')[0] ?? ''))
        .map(({ name }) => `${path} imports ${name}`),
    );
    expect(astray).toEqual([]);
  });

  test.each([
    ['web/components', /^web\/(?!components\/)\w+\//],
    ['web/system', /^web\/(speech|settings|translation|pages)\//],
    ['web/speech', /^web\/(translation|pages)\//],
    ['web/settings', /^web\/(translation|pages)\//],
    ['web/translation', /^web\/pages\//],
  ])('of %s go one way within the web, from pages to features to components', (folder, astray) => {
    const found = modulesOf('web')
      .filter((path) => path.startsWith(`${folder}/`))
      .flatMap((path) =>
        importsOf(path)
          .filter(({ file }) => file !== undefined && astray.test(file))
          .map(({ name }) => `${path} imports ${name}`),
      );
    expect(found).toEqual([]);
  });

  test('between our own files name files that are there', () => {
    const missing = ['shared', 'functions', 'infra', 'test'].flatMap((folder) =>
      modulesOf(folder).flatMap((path) =>
        importsOf(path)
          .filter(({ file, name }) => file !== undefined && !name.includes('?') && !files.includes(file))
          .map(({ name }) => `${path} imports ${name}`),
      ),
    );
    expect(missing).toEqual([]);
  });

  test('load zod only in schema modules of shared', () => {
    const loading = modulesOf('shared').filter((path) =>
      importsOf(path).some(({ name, typeOnly }) => /^zod(\/|$)/.test(name) && !typeOnly),
    );
    expect(loading.length).toBeGreaterThan(0);
    expect(loading.filter((path) => !path.endsWith('.schema.ts'))).toEqual([]);
  });

  test('never load a schema or zod into the web', () => {
    const loaded = new Map<string, string>();
    const waiting = modulesOf('web').filter((path) => !path.endsWith('.config.ts'));
    for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
      for (const { name, file, typeOnly } of importsOf(path)) {
        if (typeOnly || loaded.has(file ?? name)) continue;
        loaded.set(file ?? name, path);
        if (file && files.includes(file) && isModule(file)) waiting.push(file);
      }
    }
    const zod = [...loaded].filter(([name]) => /^zod(\/|$)|\.schema\.ts$/.test(name));
    expect(zod.map(([name, path]) => `${path} loads ${name}`)).toEqual([]);
  });
});

describe('the product', () => {
  test('does not know which machine it runs on', () => {
    const local = /localhost|127\.0\.0\.1|\[::1\]|NODE_ENV|is_?local|LOCALSTACK|_SAM_LOCAL|AWS_ENDPOINT_URL/i;
    expect(linesWith(local, inFolders('functions', 'shared', 'web').filter(isModule), readCode)).toEqual([]);
  });

  test('has the ten routes of the site', () => {
    expect(routes.map(({ path, access }) => `${path} ${access}`)).toEqual([
      '/ all',
      '/speech-translator all',
      '/landing all',
      '/android-setup all',
      '/privacy-policy all',
      '/subscription user',
      '/subscribe user',
      '/subscription-management user',
      '/analytics user',
      '/performance user',
    ]);
  });
});

test('no test starts a browser of Playwright’s past the one place that has its pages watched', () => {
  const starting = modulesOf('test').filter((path) =>
    /\b(chromium|firefox|webkit)\b[^;]*from 'playwright|import\('playwright/.test(read(path)),
  );
  expect(starting.filter(isNotThisFile)).toEqual(['test/support/browser/browser.ts']);
  expect(read('test/support/browser/browser.ts').match(/chromium\.launch\w*\(|guard\(browser\)/g)).toEqual([
    'chromium.launch(',
    'guard(browser)',
  ]);
});

test('the stylesheet of the first load is made from what the first load shows, and from nothing else', () => {
  const loaded = new Set(['web/main.tsx']);
  for (const file of loaded) {
    for (const { file: imported, typeOnly, isLater } of isModule(file) ? importsOf(file) : []) {
      if (imported && !typeOnly && !isLater) loaded.add(imported);
    }
  }
  const shown = [...loaded].filter((file) => file.endsWith('.tsx') && /\bclassName\b/.test(read(file)));
  const sources = [...read('web/theme.css').matchAll(/@source "\.\/(.+)";/g)].flatMap(([, files = '']) => {
    const [, folder = '', names = files, ending = ''] = files.match(/^(.*)\{(.+)\}(.*)$/) ?? [];
    return names.split(',').map((name) => `web/${folder}${name}${ending}`);
  });
  expect(sources.sort()).toEqual(shown.sort());
});

describe('no file that git would keep', () => {
  test('names a path of somebody’s machine', () => {
    const machinePath = /(?<![\w.)}@-])\/(?:work|home|Users|root)\/\w/;
    expect(linesWith(machinePath, files)).toEqual([]);
  });

  test('names a package registry or where a package was downloaded', () => {
    const registry = /https?:\/\/[^\s"'`]*(?:registry|npmjs|npmmirror|artifactory|nexus|jfrog|verdaccio)/i;
    expect(linesWith(registry, files)).toEqual([]);
    expect(linesWith(/^\s*"resolved":/, ['package-lock.json'])).toEqual([]);
    expect(linesWith(/registry\s*=/, files.filter(isNpmSettings))).toEqual([]);
  });

  test('locks less than its packages ask for: `npm ci` would refuse it', () => {
    const { packages } = JSON.parse(readFileSync(posix.join(root, 'package-lock.json'), 'utf8')) as Lock;
    const locked = new Set(Object.keys(packages).map((folder) => folder.replace(/^.*node_modules\//, '')));
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));
    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });

  test('refers to the notes that the house was planned with', () => {
    const notes = /(?<![\w-])(?:spec|design|facts|style|brief)\.md\b/;
    expect(linesWith(notes, files.filter(isNotThisFile))).toEqual([]);
  });
});

interface Import {
  /** The specifier as it stands. */
  readonly name: string;
  /** The file it names, as a path from the top level; undefined for packages. */
  readonly file: string | undefined;
  /** Nothing is loaded at run time. */
  readonly typeOnly: boolean;
  /** By a call of `import()`. */
  readonly isLater?: boolean;
}

function importsOf(path: string): Import[] {
  return nodesIn(parse(path)).flatMap((node) => {
    switch (node.type) {
      case 'ImportDeclaration':
        return toImport(path, node.source, node.importKind === 'type');
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        return toImport(path, node.source, node.exportKind === 'type');
      case 'ImportExpression':
        return toImport(path, node.source, false).map((each) => ({ ...each, isLater: true }));
      case 'TSImportType':
        return toImport(path, node.source, true);
      default:
        return [];
    }
  });
}

function toImport(path: string, source: Node | null, typeOnly: boolean): Import[] {
  if (source?.type !== 'Literal' || typeof source.value !== 'string') return [];
  const name = source.value;
  const file = name.startsWith('.') ? posix.join(posix.dirname(path), name) : undefined;
  return [{ name, file, typeOnly }];
}

/** The ids in calls of `endpoint('area.name', …)`. */
function endpointIdsNamedIn(path: string): string[] {
  return nodesIn(parse(path)).flatMap((node) => {
    if (node.type !== 'CallExpression' || node.callee.type !== 'Identifier') return [];
    if (node.callee.name !== 'endpoint') return [];
    const [id] = node.arguments;
    return id?.type === 'Literal' && typeof id.value === 'string' ? [id.value] : ['not.literal'];
  });
}

function nodesIn(node: Node): Node[] {
  const children = (visitorKeys[node.type] ?? []).flatMap((key) => {
    const value: unknown = node[key as keyof Node];
    return (Array.isArray(value) ? value : [value]).filter((child) => child != null) as Node[];
  });
  return [node, ...children.flatMap(nodesIn)];
}

function parse(path: string): Node {
  const { program, errors } = parseSync(path, read(path));
  if (errors.length > 0) throw new Error(`${path} does not parse`);
  return program;
}

function modulesOf(folder: string): string[] {
  return inFolders(folder).filter(isModule);
}

interface Lock {
  packages: Record<string, { optionalDependencies?: Record<string, string> }>;
}

function inFolders(...folders: string[]): string[] {
  return files.filter((path) => folders.includes(path.split('/')[0] ?? ''));
}

function isModule(path: string): boolean {
  return /\.(ts|tsx|mjs|js)$/.test(path);
}

function isNpmSettings(path: string): boolean {
  return path.endsWith('.npmrc');
}

function isNotThisFile(path: string): boolean {
  return !posix.join(root, path).endsWith(posix.basename(import.meta.filename));
}

/** `path:line` of each line that matches, in files that are text. */
function linesWith(pattern: RegExp, paths: readonly string[], readText = read): string[] {
  return paths.flatMap((path) => {
    const text = readText(path);
    if (text.includes('\0')) return [];
    return text
      .split('\n')
      .flatMap((line, index) =>
        pattern.test(line) ? [`${path}:${index + 1} ${line.trim().slice(0, 120)}`] : [],
      );
  });
}

/** Without the comments, where the file is a module. */
function readCode(path: string): string {
  const text = read(path);
  if (!isModule(path)) return text;
  return parseSync(path, text).comments.reduceRight(
    (code, { start, end }) =>
      code.slice(0, start) + code.slice(start, end).replace(/[^\n]/g, ' ') + code.slice(end),
    text,
  );
}

function read(path: string): string {
  return readFileSync(posix.join(root, path), 'utf8');
}
