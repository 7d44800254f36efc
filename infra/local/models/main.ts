import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { findByTranslateCode } from '../../../shared/languages.ts';
import { listTranslateCodes } from '../../../shared/neural/directions.ts';
import { defaultModelsFolder } from '../engines/neural/model-files.ts';
import { findDirections, findOther, type Manifest, ModelError, sumBytes } from './manifest.ts';
import { inMb, ModelStore } from './store.ts';

const manifest: Manifest = JSON.parse(
  readFileSync(new URL('../../../shared/models.json', import.meta.url), 'utf8'),
);

try {
  await run(process.argv.slice(2));
} catch (error) {
  if (!(error instanceof ModelError || isWrongFlag(error))) throw error;
  console.error(error.message);
  process.exitCode = 1;
}

async function run(args: string[]): Promise<void> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      models: { type: 'string', default: defaultModelsFolder() },
      from: { type: 'string' },
      mirror: { type: 'string' },
    },
  });
  const folder = path.resolve(values.models);
  const store = new ModelStore(folder, manifest);
  const [action = 'list', ...codes] = positionals;
  if (action === 'list') return list(store, folder);
  if (action === 'verify')
    return verify(store, codes.length > 0 ? findDirections(manifest, codes) : store.list());
  if (action !== 'add' && action !== 'remove')
    throw new ModelError(`There is no "${action}". \`npm run models -- --help\` lists what there is.`);
  if (codes.length === 0) throw new ModelError(`Say which languages: \`npm run models -- ${action} es fr\`.`);
  const directions = findDirections(manifest, codes);
  return action === 'add' ? add(store, directions, values) : remove(store, directions);
}

function list(store: ModelStore, folder: string): void {
  const installed = store.list();
  console.log(`Models in ${folder}:`);
  for (const direction of installed) console.log(`  ${direction}${describe(store, direction)}`);
  if (installed.length === 0) console.log('  none');
  const byLanguage = Map.groupBy(Object.keys(manifest.models), findOther);
  console.log('\nCan be added, with the size of the download:');
  for (const [code, directions] of byLanguage) {
    if (directions.every((direction) => installed.includes(direction))) continue;
    const { packed } = sumBytes(directions.flatMap((direction) => manifest.models[direction] ?? []));
    const oneWay = directions.length === 1 ? `, only ${directions[0]}` : '';
    console.log(`  ${code.padEnd(8)} ${inMb(packed).padStart(6)}  ${nameLanguages(code)}${oneWay}`);
  }
  console.log('\n`npm run models -- add CODE …` fetches both directions.');
}

function describe(store: ModelStore, direction: string): string {
  const model = manifest.models[direction];
  if (!model) return ', not in the list';
  return store.isCurrent(direction)
    ? ` ${model.version}, ${model.architecture}`
    : ', another version than in the list';
}

/** One model may serve several variants. */
function nameLanguages(code: string): string {
  const names = listTranslateCodes(code).map((each) => findByTranslateCode(each)?.name);
  return names.filter(Boolean).join(', ') || 'not a language of Parley';
}

async function add(
  store: ModelStore,
  directions: string[],
  options: { from?: string | undefined; mirror?: string | undefined },
) {
  const installed = store.list();
  const wanted = directions.filter((each) => !(installed.includes(each) && store.isCurrent(each)));
  if (wanted.length === 0) return console.log(`Already installed: ${directions.join(', ')}.`);
  const { packed, unpacked } = sumBytes(wanted.flatMap((each) => manifest.models[each] ?? []));
  const source = options.from ? `from ${options.from}` : `${inMb(packed)} to download`;
  console.log(`${wanted.join(', ')}: ${source}, ${inMb(unpacked)} on disk, licence ${manifest.licence}.`);
  await store.checkSpace(wanted);
  for (const each of wanted) {
    await store.add(each, { ...options, onProgress: showProgress });
    if (process.stdout.isTTY) process.stdout.write('\r');
    console.log(`${each} is installed.${' '.repeat(20)}`);
  }
  console.log('Parley uses them from its next start.');
}

function showProgress(direction: string, bytes: number): void {
  if (process.stdout.isTTY) process.stdout.write(`\r${direction} ${inMb(bytes)}…`);
}

function remove(store: ModelStore, directions: readonly string[]): void {
  for (const direction of directions) store.remove(direction);
  console.log(`Removed: ${directions.join(', ')}.`);
}

async function verify(store: ModelStore, directions: readonly string[]): Promise<void> {
  for (const direction of directions) {
    if (!manifest.models[direction]) {
      console.log(`${direction}: not in the list, so it cannot be checked.`);
      continue;
    }
    const damaged = await store.verify(direction);
    console.log(
      `${direction}: ${damaged.length === 0 ? 'intact' : `damaged or missing: ${damaged.join(', ')}`}.`,
    );
    if (damaged.length > 0) process.exitCode = 1;
  }
  if (directions.length === 0) console.log('No models are installed.');
}

function isWrongFlag(error: unknown): error is Error {
  return error instanceof TypeError && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
}
