import { Readable } from 'node:stream';
import {
  CopyObjectCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  NoSuchKey,
  NotFound,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, expect, test } from 'vitest';
import { createObjectStore, s3Handler } from '../../../infra/local/providers/s3.ts';
import { startStandIns } from '../../support/parley/stand-ins.ts';

const store = createObjectStore('audio', { maxBytes: 3_000_000 });
const standIns = await startStandIns({ s3: s3Handler(store) });
const s3 = new S3Client(standIns.client('S3'));
afterAll(standIns.stop);

const bytes = crypto.getRandomValues(new Uint8Array(60_000));

test.each([
  ['a string', () => 'Grüße\r\n5\r\n', Buffer.from('Grüße\r\n5\r\n')],
  ['nothing', () => '', Buffer.alloc(0)],
  ['bytes', () => bytes, Buffer.from(bytes)],
  ['a stream', () => Readable.from([bytes.subarray(0, 10_000), bytes.subarray(10_000)]), Buffer.from(bytes)],
])('an object put as %s is got as it was', async (name, body, expected) => {
  const address = { Bucket: 'audio', Key: `clips/${name} ü+%.wav` };
  const length = { ContentLength: expected.length, ContentType: 'audio/wav' };
  const { ETag } = await s3.send(new PutObjectCommand({ ...address, ...length, Body: body() }));
  expect(store.get(address.Key)?.bytes).toEqual(expected);

  const got = await s3.send(new GetObjectCommand(address));
  expect(Buffer.from((await got.Body?.transformToByteArray()) ?? [])).toEqual(expected);
  const head = await s3.send(new HeadObjectCommand(address));
  expect(head).toMatchObject({ ContentLength: expected.length, ContentType: 'audio/wav', ETag });

  await s3.send(new DeleteObjectCommand(address));
  expect(store.get(address.Key)).toBeUndefined();
});

test('what is not there is not found, and deleted without a fault', async () => {
  const address = { Bucket: 'audio', Key: 'nothing' };
  await expect(s3.send(new GetObjectCommand(address))).rejects.toBeInstanceOf(NoSuchKey);
  await expect(s3.send(new HeadObjectCommand(address))).rejects.toBeInstanceOf(NotFound);
  await expect(s3.send(new DeleteObjectCommand(address))).resolves.toBeDefined();
  const elsewhere = { Bucket: 'other', Key: 'nothing' };
  await expect(s3.send(new GetObjectCommand(elsewhere))).rejects.toMatchObject({ name: 'NoSuchBucket' });
});

test('what S3 does and this does not is refused by name', async () => {
  const refused = { name: 'NotImplementedException', $metadata: { httpStatusCode: 501 } };
  const address = { Bucket: 'audio', Key: 'a' };
  await expect(s3.send(new ListObjectsV2Command({ Bucket: 'audio' }))).rejects.toMatchObject(refused);
  await expect(s3.send(new GetObjectCommand({ ...address, Range: 'bytes=0-1' }))).rejects.toMatchObject({
    ...refused,
    message: 'S3 with the header range is not modelled by the local system.',
  });
  const copy = new CopyObjectCommand({ ...address, CopySource: 'audio/b' });
  await expect(s3.send(copy)).rejects.toMatchObject(refused);
});

test('the bucket is bounded', async () => {
  const put = (Key: string) =>
    s3.send(new PutObjectCommand({ Bucket: 'audio', Key, Body: new Uint8Array(2_000_000) }));
  await put('a');
  await put('a');
  await expect(put('b')).rejects.toMatchObject({ name: 'SlowDown' });
  await s3.send(new DeleteObjectCommand({ Bucket: 'audio', Key: 'a' }));
  await put('b');
});
