import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { startDynamoDb } from '../../../infra/local/database/dynamodb.ts';
import { openStore } from '../../../infra/local/database/store.ts';
import { newFolder } from '../../support/folder.ts';
import { siteIsBuilt } from '../../support/parley/built.ts';
import { documentsAt } from '../../support/parley/local.ts';
import { root } from '../../support/parley/system.ts';

const sentence =
  'The data folder cannot be written (File too large). Free some space, then start Parley again: everything that it acknowledged is kept.';

test('Parley ends with one sentence, and starts again with every acknowledged write', async () => {
  await siteIsBuilt();
  const folder = newFolder();
  const words = ['infra/local/main.ts', '--port', '0', '--pace', 'machine', '--data', folder];
  const child = startOnFullDisk(words);
  const output = text(child.stderr as NodeJS.ReadableStream);
  const ended = once(child, 'exit');
  const [{ dynamodb }] = (await once(child, 'message')) as [{ dynamodb: string }];
  const acknowledged = await fill(dynamodb);
  const [code] = await ended;
  expect([code, await output]).toEqual([1, `${sentence}\n`]);
  expect(acknowledged.length).toBeGreaterThan(10);

  const again = await startDynamoDb(folder);
  const documents = documentsAt(again.url);
  onTestFinished(async () => {
    documents.destroy();
    await again.stop();
  });
  for (const pk of acknowledged) {
    const { Item } = await documents.send(new GetCommand({ TableName: 'users', Key: { pk, sk: 'PROFILE' } }));
    expect(Item?.pk).toBe(pk);
  }
});

test('accounts end with the same sentence, and acknowledge nothing after a write that failed', async () => {
  const folder = newFolder();
  const use = `import { openStore } from './infra/local/database/store.ts';
    const store = await openStore(process.argv[1]);
    for (let account = 0; ; account += 1) {
      await store.set(\`account \${account}\`, 'a'.repeat(9_000)).then(() => console.log(account), () => {});
    }`;
  const child = startOnFullDisk(['--input-type', 'module', '--eval', use, folder]);
  const [output, errors] = await Promise.all(
    [child.stdout, child.stderr].map((stream) => text(stream as NodeJS.ReadableStream)),
  );
  expect(errors).toContain(`DataFolderUnusable: ${sentence}`);
  const acknowledged = (output ?? '').trim().split('\n');
  expect(acknowledged.length).toBeGreaterThan(10);
  const store = await openStore(folder);
  onTestFinished(store.close);
  expect(acknowledged.filter((account) => store.get(`account ${account}`) === undefined)).toEqual([]);
});

/** No file may become larger than 400 KB: writes fail as on a full disk. */
function startOnFullDisk(words: string[]): ChildProcess {
  const limited = 'trap "" XFSZ; ulimit -f 400; exec "$0" "$@"';
  const child = spawn('bash', ['-c', limited, process.execPath, ...words], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return child;
}

/** Writes until a write fails. @returns the keys of those that were acknowledged */
async function fill(url: string): Promise<string[]> {
  const documents = documentsAt(url);
  const acknowledged: string[] = [];
  try {
    for (;;) {
      const pk = `USER#${acknowledged.length}`;
      const item = { pk, sk: 'PROFILE', text: 'a'.repeat(9_000) };
      await documents.send(new PutCommand({ TableName: 'users', Item: item }));
      acknowledged.push(pk);
    }
  } catch {
    return acknowledged;
  } finally {
    documents.destroy();
  }
}
