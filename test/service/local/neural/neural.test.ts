import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNeural } from '../../../../infra/local/engines/neural/neural.ts';
import { scriptedWorker, writeModels } from '../../../support/neural/models.ts';

const scripts = {
  'en-pt': { Thanks: 'Obrigado' },
  'pt-en': { Obrigado: 'Thanks' },
  'en-es': { Thanks: 'Gracias' },
  'es-en': { Gracias: 'Thanks' },
};

test('translates by the direct model, or through English', async () => {
  const neural = start();
  expect(await neural.translate('Thanks', 'en', 'pt')).toBe('Obrigado');
  expect(await neural.translate('Obrigado', 'pt-PT', 'es-MX')).toBe('Gracias');
  expect([...neural.pairs]).toEqual(expect.arrayContaining(['en>pt', 'es>en', 'pt>es', 'es-MX>pt-PT']));
});

test('two models at most are in memory', async () => {
  const neural = start();
  for (const target of ['pt', 'es', 'pt', 'es']) await neural.translate('Thanks', 'en', target);
  await neural.translate('Obrigado', 'pt', 'en');
  expect(await neural.translate('count the models', 'en', 'es')).toBe('2');
});

test('after a trap, a fresh engine answers what was asked since', async () => {
  const neural = start();
  const answers = ['trap this engine', 'Thanks', 'Thanks'].map((text) => neural.translate(text, 'en', 'pt'));
  expect(await Promise.allSettled(answers)).toEqual([
    { status: 'rejected', reason: expect.objectContaining({ message: trapped }) },
    { status: 'fulfilled', value: 'Obrigado' },
    { status: 'fulfilled', value: 'Obrigado' },
  ]);
});

test('a thread that hangs is ended, and another one translates', async () => {
  const neural = start({ timeoutMs: 3_000 });
  await expect(neural.translate('hang this engine', 'en', 'pt')).rejects.toThrow(
    'The neural engine did not reply within 3000 ms',
  );
  // A busy machine may start it slowly.
  await expect.poll(() => neural.translate('Thanks', 'en', 'pt').catch(() => '')).toBe('Obrigado');
});

test('a caller who left is not waited for', async () => {
  const neural = start();
  const left = new AbortController();
  const first = neural.translate('Thanks', 'en', 'pt', left.signal);
  const second = neural.translate('Thanks', 'en', 'pt', left.signal);
  left.abort(new Error('gone'));
  await expect(first).rejects.toThrow('gone');
  await expect(second).rejects.toThrow('gone');
  expect(await neural.translate('Thanks', 'en', 'pt')).toBe('Obrigado');
});

test('a model whose files are gone fails only its own languages', async () => {
  const folder = writeModels({ 'en-pt': { Thanks: 'Obrigado' }, 'en-es': {} });
  const neural = start({ modelsFolder: folder });
  rmSync(path.join(folder, 'en-es/vocab.spm'));
  await expect(neural.translate('Thanks', 'en', 'es')).rejects.toThrow('The model en-es is incomplete');
  expect(await neural.translate('Thanks', 'en', 'pt')).toBe('Obrigado');
});

test('the real engine starts in its thread, and refuses a damaged model', async () => {
  const folder = writeModels({ 'en-pt': {} });
  writeFileSync(path.join(folder, 'en-pt/model.bin'), Buffer.alloc(1_000, 7));
  const neural = createNeural({ modelsFolder: folder });
  onTestFinished(neural.stop);
  await expect(neural.translate('Thanks', 'en', 'pt')).rejects.toThrow(
    /^The neural engine failed twice \(.*\)$/,
  );
});

test('stopping rejects what waits', async () => {
  const neural = start();
  const waiting = ['hang this engine', 'Thanks'].map((text) => neural.translate(text, 'en', 'pt'));
  neural.stop();
  for (const each of await Promise.allSettled(waiting))
    expect(each).toMatchObject({ reason: { name: 'NeuralStopped' } });
});

const trapped = 'The neural engine failed twice (Error: memory access out of bounds)';

function start(options: Partial<Parameters<typeof createNeural>[0]> = {}) {
  const neural = createNeural({ modelsFolder: writeModels(scripts), workerUrl: scriptedWorker, ...options });
  onTestFinished(neural.stop);
  return neural;
}
