import { ulid } from 'ulid';
import { expect, test } from 'vitest';
import { call, premium, type Someone, startInProcess } from '../../in-process.ts';

const { user, guest, put, logged } = await startInProcess();
const { handler } = await import('../../../functions/account/export.ts');

const settings = {
  speechRate: 14,
  autoPlay: false,
  micSensitivity: 9,
  defaultSourceLang: 'fr',
  defaultTargetLang: 'ja',
};
const nowSeconds = Math.floor(Date.now() / 1000);

test('a user gets everything that is held, and nothing that is only ours', async () => {
  const ada = await user({
    ...premium,
    createdAt: '2026-11-01T00:00:00.000Z',
    email: 'ada@example.com',
    revokedSessions: { old: nowSeconds + 60 },
  });
  const [older, newer] = [await write(ada), await write(ada)];
  await put('users', { pk: ada.partition, sk: 'SETTINGS', ...settings });
  await put(
    'usage',
    {
      pk: ada.partition,
      sk: '2026-11-19',
      used: 7,
      characters: 70,
      dayShard: 'd',
      expiresAt: nowSeconds + 60,
    },
    { pk: ada.partition, sk: '2026-11-20', speechSeconds: 15, m_1307: 2, expiresAt: nowSeconds + 60 },
    { pk: ada.partition, sk: '2026-01-01', used: 9, expiresAt: nowSeconds - 60 },
  );
  const { status, body } = await everything(ada);
  expect(status).toBe(200);
  expect(body).toEqual({
    exportedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    profile: {
      id: ada.id,
      email: 'ada@example.com',
      firstName: 'Ada',
      lastName: 'Lovelace',
      createdAt: '2026-11-01T00:00:00.000Z',
      subscriptionStatus: 'active',
    },
    settings,
    translations: [expect.objectContaining({ id: newer }), expect.objectContaining({ id: older })],
    cursor: null,
    usage: [
      { day: '2026-11-19', translations: 7, characters: 70, speechSeconds: 0, spokenCharacters: 0 },
      { day: '2026-11-20', translations: 0, characters: 0, speechSeconds: 15, spokenCharacters: 0 },
    ],
  });
  expect(logged()).not.toMatch(/Good morning|ada@example|Lovelace/);
  expect(JSON.stringify(body)).not.toMatch(/fingerprint|searched|signature|revoked|pk|dayShard|m_1307/);
});

test('a new user has a profile and nothing else', async () => {
  const { body } = await everything(await user());
  expect(body).toMatchObject({
    profile: { subscriptionStatus: 'free' },
    settings: null,
    translations: [],
    cursor: null,
    usage: [],
  });
});

test('a guest gets the settings and the counters, without what they know single requests by', async () => {
  const visitor = guest();
  await put('users', { pk: visitor.partition, sk: 'SETTINGS', ...settings, expiresAt: nowSeconds + 60 });
  const answered = { mac: 'signature', since: 1, runs: { a: 'answered' }, characters: 5, version: 'v' };
  const lapsed = { ...answered, runs: { a: 1 } };
  const counters = { used: 2, characters: 10, g_1: answered, g_2: lapsed, expiresAt: nowSeconds + 60 };
  await put('usage', { pk: visitor.partition, sk: 'ALL', ...counters });
  const { body } = await everything(visitor);
  expect(body).toEqual({
    exportedAt: expect.any(String),
    profile: null,
    settings,
    translations: [],
    cursor: null,
    usage: [{ day: null, translations: 1, characters: 10, speechSeconds: 0, spokenCharacters: 0 }],
  });
});

test('whoever was never here gets nothing, and is made no guest', async () => {
  const { status, body, cookies } = await everything();
  expect([status, cookies]).toEqual([200, []]);
  expect(body).toMatchObject({ profile: null, settings: null, translations: [], usage: [] });
});

test('nobody gets anybody else’s, whatever they send along', async () => {
  const [ada, eve, visitor] = [await user(), await user(), guest()];
  const id = await write(ada);
  await put('users', { pk: ada.partition, sk: 'SETTINGS', ...settings });
  await put('usage', { pk: ada.partition, sk: '2026-11-20', used: 1, expiresAt: nowSeconds + 60 });
  const query = { userId: ada.id, guestId: ada.id, id: ada.id, pk: ada.partition, cursor: ulid() };
  for (const someone of [eve, visitor]) {
    const { body } = await call(handler, { method: 'GET', path: '/api/account', query }, someone);
    expect(body).toMatchObject({ settings: null, translations: [], usage: [] });
    expect(JSON.stringify(body)).not.toContain(ada.id);
    expect(JSON.stringify(body)).not.toContain(id);
  }
});

test('more than one answer can carry comes in several, each below Lambda’s 6 MB as it counts them', async () => {
  const ada = await user(premium);
  const ids: string[] = [];
  // JSON within JSON makes four bytes of a line's end and of a quotation mark.
  for (let count = 0; count < 250; count++) ids.push(await write(ada, '"\n'.repeat(2_500)));
  const read: string[] = [];
  let answers = 0;
  let cursor: string | undefined;
  do {
    const { status, body } = await everything(ada, cursor);
    expect(status).toBe(200);
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(body)))).toBeLessThan(6 * 1024 * 1024 - 10_000);
    expect(body.profile).not.toBeNull();
    read.push(...body.translations.map(({ id }: { id: string }) => id));
    cursor = body.cursor ?? undefined;
    answers++;
  } while (cursor);
  expect(answers).toBe(2);
  expect(read).toEqual(ids.toReversed());
});

test('a malformed cursor is refused', async () => {
  const { status, body } = await everything(await user(), 'PROFILE');
  expect([status, body.code]).toEqual([400, 'invalid_request']);
});

function everything(someone?: Someone, cursor?: string) {
  const query = cursor === undefined ? {} : { query: { cursor } };
  return call(handler, { method: 'GET', path: '/api/account', ...query }, someone);
}

async function write({ partition }: Someone, text = 'Good morning'): Promise<string> {
  const id = ulid(time++);
  await put('users', {
    pk: partition,
    sk: `HISTORY#${id}`,
    text,
    sourceLanguage: 'en-US',
    targetLanguage: 'es-ES',
    translatedText: text,
    createdAt: '2026-11-20T08:00:00.000Z',
    fingerprint: 'signature',
    searched: `${text}\n${text}`,
  });
  return id;
}

let time = Date.now() - 1_000_000;
