import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Output } from '../../../shared/api/contract.ts';
import { newFolder } from '../../support/folder.ts';
import { writeModels } from '../../support/neural/models.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { listen } from '../../support/parley/local.ts';
import { freePorts } from '../../support/parley/ports.ts';
import { type RunningParley, startParley, translate } from '../../support/parley/system.ts';

describe('a failed start prints one sentence', () => {
  test('the port is taken', async () => {
    const taken = http.createServer();
    onTestFinished(() => void taken.close());
    const { port } = new URL(await listen(taken));
    await expect(start('--data', 'memory', '--port', port)).rejects.toThrow(
      ended(
        `Port ${port} is taken, perhaps by another Parley. Stop it, or add \`-- --port N\`, and \`--data DIR\` for a second Parley.`,
      ),
    );
  });

  test('the data folder is a file', async () => {
    const file = path.join(newFolder(), 'file');
    writeFileSync(file, '');
    await expect(start('--data', file)).rejects.toThrow(
      ended('The data folder cannot be used (not a directory): add `-- --data DIR`.'),
    );
  });

  test.for([
    ['', 'CURRENT file does not end with newline'],
    ['MANIFEST-000099\n', 'No such file or directory'],
  ] as const)('a file of the database is damaged: %j', async ([current, reason]) => {
    const folder = newFolder();
    mkdirSync(path.join(folder, 'dynamodb'));
    writeFileSync(path.join(folder, 'dynamodb/CURRENT'), current);
    await expect(start('--data', folder)).rejects.toThrow(
      ended(
        `The data folder is damaged (${reason}). Nothing was deleted. Copy the whole folder from a backup, or add \`-- --data DIR\`.`,
      ),
    );
  });

  test('the data folder cannot be made, as in /proc', async () => {
    await expect(start('--data', '/proc/parley')).rejects.toThrow(
      ended('The data folder cannot be used (no such file or directory): add `-- --data DIR`.'),
    );
  });
});

test('requests during the start wait for their answer', async () => {
  const port = await freePorts();
  const starting = start('--data', 'memory', '--port', `${port}`);
  const page = () => fetch(`http://127.0.0.1:${port}/`);
  await expect.poll(() => page().then(({ status }) => status), { interval: 5 }).toBe(200);
  await starting;
});

test('without engines it starts, and reports what is missing', async () => {
  const folder = newFolder();
  symlinkSync(process.execPath, path.join(folder, 'node'));
  const { url, lines } = await start('--data', 'memory', { PATH: folder });
  expect(lines.slice(0, 3)).toEqual([
    'Translation is off. No neural model is installed. Apertium is not installed. Add languages with `npm run models -- add CODE`.',
    'espeak-ng or ffmpeg is not installed: only browser voices work.',
    'pocketsphinx or ffmpeg is not installed: speech recognition on the server is off.',
  ]);
  const health = (await (await fetch(`${url}/api/health`)).json()) as Output<'system.health'>;
  expect(health.status).toBe('degraded');
  for (const engine of Object.values(health.engines))
    expect(engine).toMatchObject({ up: false, languages: [] });
  expect((await translate(url, 'Hello', 'en-US', 'es')).status).toBe(422);
  expect((await translate(url, 'Hello', 'en-US', 'en-GB')).status).toBe(200);
});

test('with neural models alone it starts, and says which languages they translate', async () => {
  const folder = newFolder();
  symlinkSync(process.execPath, path.join(folder, 'node'));
  const models = writeModels({ 'en-pt': {}, 'pt-en': {}, 'en-fr': {} });
  const { url, lines } = await start('--data', 'memory', '--models', models, { PATH: folder });
  expect(lines[0]).toBe(
    'Translation: English, French, Portuguese by the neural engine. Apertium is not installed. Add languages with `npm run models -- add CODE`.',
  );
  const { engines } = (await (await fetch(`${url}/api/health`)).json()) as Output<'system.health'>;
  expect(engines.translation).toMatchObject({ up: true, options: { detection: true } });
  const { pairs } = engines.translation;
  expect(pairs).toEqual(expect.arrayContaining(['en-US>pt-BR', 'pt-BR>fr', 'auto>fr']));
  expect(pairs).not.toContain('fr>en-US');
  expect((await translate(url, 'Where is the station?', 'fr', 'en-US')).status).toBe(422);
});

test('a built site that is deleted meanwhile is reported once', async () => {
  await siteIsBuilt();
  const folder = newFolder();
  for (const name of ['web', 'web-packed', 'web-sources'])
    cpSync(path.join('.build', name), path.join(folder, name), { recursive: true });
  const { url, lines } = await start('--data', 'memory', '--site', folder);
  rmSync(path.join(folder, 'web'), { recursive: true });
  const answers = await Promise.all(['/', '/landing', '/subscribe'].map((page) => fetch(url + page)));
  expect(answers.map(({ status }) => status)).toEqual([503, 503, 503]);
  const [, sentence = ''] =
    /^The built site \S+ was deleted\. (.+)$/.exec((await answers[0]?.text()) ?? '') ?? [];
  expect(sentence).toBe('Restart Parley: it builds the site again.');
  expect(lines.filter((line) => line.endsWith(sentence))).toHaveLength(1);
});

/** Flags, and optionally the environment. */
async function start(...words: (string | Record<string, string>)[]): Promise<RunningParley> {
  const flags = words.filter((word) => typeof word === 'string');
  const env = Object.assign({}, ...words.filter((word) => typeof word !== 'string'));
  const parley = await startParley({ flags, env });
  onTestFinished(() => parley.stop());
  return parley;
}

function ended(sentence: string): RegExp {
  return new RegExp(`^Parley ended with 1:\\n${sentence.replaceAll(/[.()]/g, '\\$&')}$`);
}
