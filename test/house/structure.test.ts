import path, { posix } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endpointIds, endpoints } from '../../shared/api/index.ts';
import { jobNames } from '../../shared/jobs.ts';
import { idleParts } from '../../web/build/first-stylesheet.ts';
import { files, isModule, linesWith, modulesOf, read } from './files.ts';
import { type Import, importsOf, readCode } from './imports.ts';

const areas = 'account analytics android auth billing builds settings speech system translation'.split(' ');

test('no file or folder is a drawer', () => {
  expect(files.filter((path) => /(^|\/)(utils?|helpers?|common|misc)(\/|\.)/i.test(path))).toEqual([]);
});

test('the site calls nothing that its oldest browsers lack', () => {
  // JavaScript of later years is refused by `lib` in its `tsconfig.json`.
  const site = modulesOf('web', 'shared').filter((path) => !path.startsWith('web/build/'));
  expect(linesWith(/\bAbortSignal\.any\(|\bURL\.(parse|canParse)\(/, site)).toEqual([]);
});

describe('the test folder', () => {
  const folders = new Set(
    modulesOf('functions', 'infra', 'shared', 'web').map((path) => posix.dirname(path)),
  );
  const tests = files.filter((path) => path.endsWith('.test.ts') || path.endsWith('.test.tsx'));

  test('has units and components in the folder of the code that they test', () => {
    const misplaced = tests.filter((path) => {
      const [, kind] = path.split('/');
      if (kind !== 'unit' && kind !== 'component') return false;
      const top = kind === 'unit' ? '' : 'web/';
      const folder = posix.dirname(`${top}${path.split('/').slice(2).join('/')}`);
      const name = posix.basename(path).replace(/\.test\.tsx?$/, '');
      const namesakes = importsOf(path)
        .flatMap(({ file }) => file ?? [])
        .filter((file) => posix.parse(file).name === name && folders.has(posix.dirname(file)))
        .filter((file) => file.startsWith(top) && !file.startsWith('web/texts/'));
      const isBeside = namesakes.length === 0 || namesakes.some((file) => posix.dirname(file) === folder);
      return !isBeside || !folders.has(folder);
    });
    expect(misplaced).toEqual([]);
  });

  test('runs the properties of its units by support/properties.ts', () => {
    const units = modulesOf('test').filter((path) => path.startsWith('test/unit/'));
    expect(linesWith(/\bfc\.(assert|check)\(/, units)).toEqual([]);
  });

  test('starts browsers only by support/browser/browser.ts, which watches their pages', () => {
    const starting = /\b(chromium|firefox|webkit)\b[^;]*from 'playwright|import\('playwright/;
    const others = modulesOf('test').filter((path) => !path.startsWith('test/house/'));
    expect(others.filter((path) => starting.test(read(path)))).toEqual(['test/support/browser/browser.ts']);
    expect(read('test/support/browser/browser.ts').match(/chromium\.launch\w*\(|guard\(browser\)/g)).toEqual([
      'chromium.launch(',
      'guard(browser)',
    ]);
  });
});

describe('the endpoint table', () => {
  test('has no method and path twice', () => {
    const promised = Object.values(endpoints).map((row) => `${row.method} ${row.path}`);
    expect(promised).toEqual([...new Set(promised)]);
  });

  test('has rows of every area, and of no other', () => {
    const named = new Set(endpointIds.map((id) => id.split('.')[0]));
    expect([...named].sort()).toEqual(areas);
  });
});

describe('an endpoint or a job', () => {
  const handlers = [
    ...endpointIds.map((id) => id.replace('.', '/')),
    ...jobNames.map((name) => `jobs/${name}`),
  ];

  test.each(handlers)('%s has its file and its test', (path) => {
    expect(files).toContain(`functions/${path}.ts`);
    expect(files).toContain(`test/service/${path}.test.ts`);
  });

  test('names the row of its path', () => {
    const named = modulesOf('functions').flatMap((path) =>
      [...readCode(path).matchAll(/(?<!function )\bendpoint\(\s*(?:'(.*?)')?/g)].map(
        ([, id = 'no literal']) => ({ path, spelt: `functions/${id.replace('.', '/')}.ts` }),
      ),
    );
    expect(named.map(({ spelt }) => spelt)).toEqual(named.map(({ path }) => path));
    expect(named).toHaveLength(endpointIds.length);
  });

  test('lives in the folder of its area, and functions has few other folders', () => {
    const folders = modulesOf('functions').map((path) => path.split('/')[1] ?? '');
    const others = ['jobs', 'meters', 'providers', 'request', 'tables', 'telemetry'];
    expect([...areas, ...others]).toEqual(
      expect.arrayContaining([...new Set(folders)].filter((folder) => !folder.endsWith('.ts'))),
    );
  });

  test('comes from the one wrapper, the only module with middy', () => {
    expect(importing(modulesOf('functions'), ({ name }) => name.includes('middy'))).toEqual([
      'functions/endpoint.ts imports @middy/core',
    ]);
  });
});

describe('imports', () => {
  test.each([
    ['shared', /^(?!shared\/)/],
    ['functions', /^(?!(functions|shared)\/)/],
    ['web', /^(?!(web|shared)\/)/],
    ['web/language', /^(?!shared\/|web\/language\/)/],
    ['web/texts', /^(?!shared\/|web\/language\/)/],
    ['web/browser', /^web\/(?!(browser|language|texts)\/)\w+\//],
    ['web/components', /^web\/(?!(browser|components|language|styles|texts)\/)\w+\//],
    ['web/system', /^web\/(speech|settings|translation|pages)\//],
    ['web/speech', /^web\/(translation|pages)\//],
    ['web/settings', /^web\/(translation|pages)\//],
    ['web/translation', /^web\/pages\//],
  ])('of %s go one way', (folder, astray) => {
    const modules = modulesOf('shared', 'functions', 'web').filter((path) => path.startsWith(`${folder}/`));
    expect(modules.length).toBeGreaterThan(0);
    expect(importing(modules, ({ file }) => file !== undefined && astray.test(file))).toEqual([]);
  });

  test('load zod only in schema modules of shared', () => {
    const loading = importing(modulesOf('shared'), ({ name, typeOnly }) => isZod(name) && !typeOnly);
    expect(loading.length).toBeGreaterThan(0);
    expect(loading.filter((each) => !/^\S+\.schema\.ts /.test(each))).toEqual([]);
  });

  test('never load a schema or zod into the web, but for the file that comes after the first load', () => {
    // The build itself writes the API's document from the schemas.
    const modules = modulesOf('web').filter((path) => !/\.config\.ts$|^web\/build\//.test(path));
    const loaded = loadedBy(modules, () => true).filter(
      (path) => !/^web\/answers\.ts$|\.schema\.ts$/.test(path),
    );
    expect(
      importing(loaded, ({ name, typeOnly }) => !typeOnly && (isZod(name) || /\.schema\.ts$/.test(name))),
    ).toEqual([]);
  });

  function isZod(name: string): boolean {
    return /^zod(\/|$)/.test(name);
  }
});

test('the product does not know which machine it runs on', () => {
  const local = /localhost|127\.0\.0\.1|\[::1\]|NODE_ENV|is_?local|LOCALSTACK|_SAM_LOCAL|AWS_ENDPOINT_URL/i;
  expect(linesWith(local, modulesOf('functions', 'shared', 'web'), readCode)).toEqual([]);
});

test('no function writes onto traces', () => {
  const tracing = /aws-xray|opentelemetry|powertools\/tracer|Annotation\(/;
  expect(linesWith(tracing, modulesOf('functions'))).toEqual([]);
});

test('a part with classes that waits for no other stylesheet is in the idle chunk', () => {
  const inTheme = /defineLazy\(\s*\(\) =>\s*import\('([^']+)'\)[^;]*?,\s*true,?\s*\)/g;
  const parts = modulesOf('web').flatMap((file) =>
    [...read(file).matchAll(inTheme)].map(([, part = '']) => posix.join(posix.dirname(file), part)),
  );
  const styled = parts.filter((part) => /\bclassName\b/.test(read(part)));
  expect(styled.length).toBeGreaterThan(0);
  expect(styled.filter((part) => !idleParts.test(part))).toEqual([]);
});

test('pages use nothing that the oldest browsers of web/README.md lack: Safari 17, Chrome 114 and Firefox 125', () => {
  const pages = modulesOf('web', 'shared').filter((path) => !path.startsWith('web/build/'));
  const newer =
    /\b(?:AbortSignal\.any|Promise\.(?:withResolvers|try)|(?:Map|Object)\.groupBy|Array\.fromAsync|URL\.parse)\b/;
  expect(linesWith(newer, pages).filter((line) => !line.includes('/**'))).toEqual([]);
});

test('every stylesheet is made from files that exist', () => {
  const sources = files
    .filter((file) => /^web\/.*\.css$/.test(file))
    .flatMap((sheet) =>
      [...read(sheet).matchAll(/@source "(.+)";/g)]
        .flatMap(([, paths = '']) => unfold(paths))
        .map((source) => path.posix.join(path.posix.dirname(sheet), source)),
    );
  expect(sources.filter((source) => !source.includes('*') && !files.includes(source))).toEqual([]);
});

describe('no file that git would keep', () => {
  test('names a path of somebody’s machine', () => {
    expect(linesWith(/(?<![\w.)}@-])\/(?:work|home|Users|root)\/\w/, files)).toEqual([]);
  });

  test('names a package registry or where a package was downloaded', () => {
    const registry = /https?:\/\/[^\s"'`]*(?:registry|npmjs|npmmirror|artifactory|nexus|jfrog|verdaccio)/i;
    expect(linesWith(registry, files)).toEqual([]);
    const locks = files.filter((path) => path.endsWith('package-lock.json'));
    expect(linesWith(/^\s*"resolved":/, locks)).toEqual([]);
    const settings = files.filter((path) => path.endsWith('.npmrc'));
    expect(linesWith(/registry\s*=/, settings)).toEqual([]);
  });

  test('refers to the notes that the house was planned with', () => {
    const notes = /(?<![\w-])(?:spec|design|facts|style|brief)\.md\b/;
    const others = files.filter((path) => path !== 'test/house/structure.test.ts');
    expect(linesWith(notes, others)).toEqual([]);
  });
});

/** `module imports name` of each import of theirs that matches. */
function importing(modules: readonly string[], matches: (each: Import) => boolean): string[] {
  return modules.flatMap((path) =>
    importsOf(path)
      .filter(matches)
      .map(({ name }) => `${path} imports ${name}`),
  );
}

/** Our own modules that these load, with themselves. */
function loadedBy(modules: readonly string[], follows: (each: Import) => boolean): string[] {
  const loaded = new Set(modules);
  for (const path of loaded) {
    for (const each of importsOf(path)) {
      if (each.file && !each.typeOnly && follows(each) && files.includes(each.file) && isModule(each.file)) {
        loaded.add(each.file);
      }
    }
  }
  return [...loaded];
}

/** `a/{b,c}.ts` is `a/b.ts` and `a/c.ts`. */
function unfold(paths: string): string[] {
  const [, folder = '', names = paths, ending = ''] = paths.match(/^(.*)\{(.+)\}(.*)$/) ?? [];
  return names.split(',').map((name) => `${folder}${name}${ending}`);
}
