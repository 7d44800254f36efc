import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createApertium, PairMissing } from '../../../../infra/local/engines/apertium.ts';
import {
  EngineFailed,
  EngineStopped,
  EngineTimedOut,
  Pipeline,
  writePipelineScript,
} from '../../../../infra/local/engines/apertium-pipeline.ts';
import { newFolder } from '../../../support/folder.ts';
import { processesOf, processMark } from '../../../support/parley/processes.ts';

/** For tests that break nothing. */
const shared = createApertium();
afterAll(shared.stop);

/** An engine for one test, whose only pair is translated by `sed`, and whose processes have a mark. */
function startFake(options: Parameters<typeof createApertium>[0] = {}, words?: string) {
  const { env, mark } = processMark();
  const apertium = createApertium({ modesFolder: fakeModes(words), ...options });
  vi.stubEnv('PARLEY_TEST_MARK', env.PARLEY_TEST_MARK ?? '');
  onTestFinished(async () => {
    await apertium.stop();
    vi.unstubAllEnvs();
  });
  return { apertium, mark };
}

/** A folder of modes with one of `sed`, from English into Catalan. */
function fakeModes(words = 's/hello/hola/g'): string {
  const folder = newFolder();
  writeFileSync(join(folder, 'eng-cat.mode'), `sed -u '${words}' | sed -u 's/x/x/'`);
  return folder;
}

describe('languages', () => {
  test('a pair without a route is refused', async () => {
    await expect(shared.translate('hello', 'en', 'ja')).rejects.toThrow(
      new PairMissing('No translation from en to ja on this machine'),
    );
    await expect(shared.translate('hola', 'es', 'es-MX')).rejects.toThrow(PairMissing);
  });
});

describe('text is data', () => {
  const hostile: [name: string, text: string, kept: string][] = [
    ['markup', '<p class="a">good morning</p><br/>', '<p class="a">buenos días</p><br/>'],
    ['stream characters', '^x/y<n>$ good morning @ \\ { } ~', '^x/y<n>$ buenos días @ \\ { } ~'],
    ['superblanks', 'good morning [0] [1] [[t:b:1]]', 'buenos días [0] [1] [[t:b:1]]'],
    ['escapes', '\\[good morning\\] \\^x\\$', '\\[buenos días\\] \\^x\\$'],
    ['NUL', 'good\0 morning\0', 'buenos días'],
    ['shell', '$(true) `true`; good morning | & > ; #', '$(cierto) `true`; buenos días | & > ; #'],
    ['unknown marks', '*qwrtzp* good morning #wxyz @qwrtzp', '*qwrtzp* buenos días #wxyz @qwrtzp'],
    ['punctuation only', '?!... — «»', '?!... — «»'],
    ['emoji only', '👩‍👩‍👧‍👦🏳️‍🌈👋🏽', '👩‍👩‍👧‍👦🏳️‍🌈👋🏽'],
    ['digits only', '1,000.50 24/7', '1,000.50 24/7'],
    [
      'line breaks',
      '\n\ngood morning\r\n\n  good morning\t\u2028x',
      '\n\nbuenos días\r\n\n  buenos días\t\u2028x',
    ],
    ['tabs', 'good morning\tgood morning', 'buenos días\tbuenos días'],
    ['a long word', `good morning ${'qx'.repeat(2_400)}`, `buenos días ${'qx'.repeat(2_400)}`],
    [
      'addresses',
      'good morning https://a.example/b?c=~d&e=[f]#g, www.house.example a+b@house.example',
      'buenos días https://a.example/b?c=~d&e=[f]#g, www.house.example a+b@house.example',
    ],
    [
      'placeholders',
      '{name}, {{ count }} %(name)s good morning %s, %1$d.',
      '{name}, {{ count }} %(name)s buenos días %s, %1$d.',
    ],
    [
      'paths',
      'good morning /usr/bin, ~/notes.txt, ./run.sh (C:\\Users\\house) and/or file.txt.',
      'buenos días /usr/bin, ~/notes.txt, ./run.sh (C:\\Users\\house) y/o file.txt.',
    ],
    [
      'bare domains',
      'good morning example.com, house.co.uk/the?house.',
      'buenos días example.com, house.co.uk/the?house.',
    ],
    ['Markdown', '# **Good morning** `house`', '# **Buenos días** `house`'],
    ['a Markdown link', '> [the house](the-house.md) snake_house', '> [la casa](the-house.md) snake_house'],
    ['invisible characters', '\u202egood morning\u200b\u00ad\ufeff.', '\u202ebuenos días\u200b\u00ad\ufeff.'],
    ['other scripts', 'good morning 北京 Москва', 'buenos días 北京 Москва'],
    ['combining accents', 'cafe\u0301 \ud800', 'cafetería \ud800'],
  ];

  test.each(hostile)('%s', async (_, text, kept) => {
    expect(await shared.translate(text, 'en', 'es')).toBe(kept);
  });

  test('texts around protected parts are translated separately if the engine loses a part', async () => {
    const { apertium } = startFake({}, 's/one/un/g; s/two/dos/g; s/[[]1[]]//');
    expect(await apertium.translate('<i>one <b>two</b>  two </i>', 'en', 'ca')).toBe(
      '<i>un <b>dos</b>  dos </i>',
    );
    expect(await apertium.translate('one <b>two', 'en', 'ca')).toBe('un <b>dos');
  });

  test('5,000 characters, on one line or on 2,500, are translated', async () => {
    const line = 'Good morning. '.repeat(350).trim();
    expect(await shared.translate(line, 'en', 'es')).toBe('Buenos días. '.repeat(350).trim());
    expect(await shared.translate('a\n'.repeat(2_500), 'en', 'es')).toMatch(/^(\S+\n){2500}$/);
  });
});

describe('processes', () => {
  test('they run only between the first request and stop', async () => {
    const { apertium, mark } = startFake();
    expect(processesOf(mark)).toEqual([]);
    await apertium.translate('hello', 'en', 'ca');
    expect(processesOf(mark).map(({ name }) => name)).toContain('sed');
    await apertium.stop();
    expect(processesOf(mark)).toEqual([]);
    await expect(apertium.translate('hello', 'en', 'ca')).rejects.toThrow(EngineStopped);
  });

  test('stop rejects waiting requests', async () => {
    const { apertium } = startFake();
    const waiting = apertium.translate('hello', 'en', 'ca');
    await Promise.all([expect(waiting).rejects.toThrow(EngineStopped), apertium.stop()]);
  });

  test('an idle pipeline ends and restarts on demand', async () => {
    const { apertium, mark } = startFake({ idleMs: 1 });
    await apertium.translate('hello', 'en', 'ca');
    await vi.waitUntil(() => processesOf(mark).length === 0, { timeout: 30_000 });
    expect(await apertium.translate('hello', 'en', 'ca')).toBe('hola');
  });

  test('an aborted request rejects at once, and others get their replies', async () => {
    const { apertium } = startFake();
    const leaving = new AbortController();
    const left = apertium.translate('hello', 'en', 'ca', leaving.signal);
    const stays = apertium.translate('hello you', 'en', 'ca');
    leaving.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    expect(await stays).toBe('hola you');
  });

  test('parallel requests get their own texts after a kill', async () => {
    const { apertium, mark } = startFake();
    await apertium.translate('hello', 'en', 'ca');
    const answers = Array.from({ length: 40 }, (_, number) =>
      apertium.translate(`hello zq${number}qz`, 'en', 'ca'),
    );
    await answers[5];
    const sed = processesOf(mark).find(({ name }) => name === 'sed');
    process.kill(sed?.pid ?? Number.NaN, 'SIGKILL');
    expect(await Promise.all(answers)).toEqual(answers.map((_, number) => `hola zq${number}qz`));
  });
});

describe('a first translation', () => {
  test('starts all its pipelines at once', async () => {
    const folder = newFolder();
    writeProgram(folder, 'cat', `touch ${folder}/begun; exec sed -u -z 's/hola/bon dia/'`);
    writeProgram(
      folder,
      'eng',
      `until [ -e ${folder}/begun ]; do sleep 0.05; done; exec sed -u -z 's/hello/hola/'`,
    );
    writeFileSync(join(folder, 'eng-cat.mode'), `${folder}/eng`);
    writeFileSync(join(folder, 'cat-fra.mode'), `${folder}/cat`);
    const { apertium } = startFake({ modesFolder: folder });
    expect(await apertium.translate('hello', 'en', 'fr')).toBe('bon dia');
  });

  test('survives a start that stalls, but not two', async () => {
    const folder = newFolder();
    const begin = `echo begun >> ${folder}/starts; [ $(wc -l < ${folder}/starts)`;
    writeProgram(folder, 'eng', `${begin} -gt 1 ] || exec sleep 600; exec sed -u -z 's/hello/hola/'`);
    writeFileSync(join(folder, 'eng-cat.mode'), `${folder}/eng`);
    const once = startFake({ modesFolder: folder, stallMs: 300 });
    expect(await once.apertium.translate('hello', 'en', 'ca')).toBe('hola');
    writeProgram(folder, 'eng', `${begin} -gt 9 ] || exec sleep 600`);
    const { apertium } = startFake({ modesFolder: folder, stallMs: 300 });
    await expect(apertium.translate('hello', 'en', 'ca')).rejects.toThrow(
      new EngineFailed('Apertium failed twice (stalled)'),
    );
  });

  test('waits for a start that is slow but works', async () => {
    const folder = newFolder();
    const busy = 'i=0; while [ $i -lt 2000000 ]; do i=$((i+1)); done';
    writeProgram(folder, 'eng', `${busy}; exec sed -u -z 's/hello/hola/'`);
    writeFileSync(join(folder, 'eng-cat.mode'), `${folder}/eng`);
    const { apertium } = startFake({ modesFolder: folder, stallMs: 1_000, timeoutMs: 20 });
    expect(await apertium.translate('hello', 'en', 'ca')).toBe('hola');
  });
});

function writeProgram(folder: string, name: string, script: string): void {
  writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
}

describe('one pipeline', () => {
  const timeoutMs = 60_000;
  const start = (script: string) => {
    const pipeline = new Pipeline(script, { idleMs: 120_000, timeoutMs, startMs: 0 });
    onTestFinished(() => pipeline.stop());
    return (block: string) => pipeline.ask(block);
  };

  test('an unexpected reply is never returned', async () => {
    const ask = start(`exec sed -uz 's/.*/hello[0123456789abcdef01]/'`);
    await expect(ask('secret')).rejects.toThrow(EngineFailed);
  });

  test('a lost reply is not taken by another request; the others are retried', async () => {
    const ask = start(`exec sed -uz '/lost/d'`);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const [first, lost, third] = ['one', 'lost', 'three'].map(ask);
    const isLost = expect(lost).rejects.toThrow(EngineTimedOut);
    expect(await first).toBe('one');
    await vi.advanceTimersByTimeAsync(timeoutMs);
    await isLost;
    expect(await third).toBe('three');
  });

  test('only the text that kills the pipeline fails', async () => {
    const ask = start(`exec sed -uz '/poison/Q'`);
    const outcomes = await Promise.allSettled(['one', 'poison', 'three', 'poison', 'five'].map(ask));
    expect(outcomes.map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      'fulfilled',
      'rejected',
      'fulfilled',
    ]);
  });

  test('an endless reply breaks the pipeline', async () => {
    await expect(start('exec cat /dev/zero | tr "\\0" x')('x')).rejects.toThrow(EngineFailed);
  });
});

describe('mode files', () => {
  test('programs flush at NUL, do not mark unknown words, and end together', () => {
    const script = writePipelineScript(
      "lt-proc -w '/a b/x.bin' | vislcg3 -g y | apertium-tagger -g $2 'z' | lt-proc $1 'g'",
    );
    expect(script).toBe(
      "{ 'lt-proc' '-z' '-w' '/a b/x.bin'; kill -9 0; } | { 'vislcg3' '-g' 'y'; kill -9 0; } | " +
        "{ 'apertium-tagger' '-z' '-g' 'z'; kill -9 0; } | { 'lt-proc' '-z' '-n' 'g'; kill -9 0; }",
    );
  });
});
