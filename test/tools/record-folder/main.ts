import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ulid } from 'ulid';
import { startParley } from '../../support/parley/system.ts';
import { makePremium } from '../../support/people/premium.ts';
import { signUp, visit } from '../../support/people/session.ts';
import { type RecordedFolder, readFolder, recordedFile } from './recorded-folder.ts';

/** `node test/tools/record-folder/main.ts`: records what this release leaves in a data folder, for a test. */
const folder = mkdtempSync(path.join(tmpdir(), 'parley-'));
// Everybody may read this one.
writeFileSync(path.join(folder, 'signing-secret'), 'signing-secret-of-the-recorded-folder');
try {
  const parley = await startParley({ flags: ['--data', folder] });
  const guest = visit(parley.url);
  const ada = visit(parley.url);
  const bob = visit(parley.url);
  const said = { sourceLanguage: 'en-US', targetLanguage: 'es-ES' };
  const say = (visitor: typeof ada, text: string) =>
    visitor.post('/api/translate', { ...said, text }, { 'idempotency-key': ulid() });
  await guest.fetch('/api/subscription-status');
  await say(guest, 'the house');
  await say(guest, 'the dog');
  const freePerson = await signUp(bob, { email: 'bob@parley.example' });
  await say(bob, 'the house');
  const person = await signUp(ada, { email: 'ada@parley.example' });
  const { id } = (await (await ada.fetch('/api/auth/user')).json()) as { id: string };
  await makePremium(parley.dynamodb, id);
  await say(ada, 'the dog is black');
  await parley.stop();
  const recorded: RecordedFolder = {
    recordedAt: new Date().toISOString(),
    person,
    freePerson,
    guestCookies: Object.fromEntries(guest.cookies),
    ...(await readFolder(folder)),
  };
  writeFileSync(recordedFile, `${JSON.stringify(recorded, null, 2)}\n`);
} finally {
  rmSync(folder, { recursive: true });
}
process.exit(0);
