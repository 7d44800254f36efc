import { expect, test } from 'vitest';
import { readMultipart } from '../../../../functions/request/multipart.ts';
import { limits } from '../../../../shared/limits.ts';
import { apiEvent } from '../../../support/handlers/event.ts';

test('a form’s files are bytes and its fields are strings', async () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
  const form = new FormData();
  form.set('audio', new File([bytes], 'clip.wav', { type: 'audio/wav' }));
  form.set('language', 'zh-CN');
  form.set('more', 'Grüße 👋');
  expect(await read(form)).toEqual({ audio: Buffer.from(bytes), language: 'zh-CN', more: 'Grüße 👋' });
});

test('the first of two equal names counts', async () => {
  const form = new FormData();
  form.append('language', 'fr');
  form.append('language', 'de');
  expect(await read(form)).toEqual({ language: 'fr' });
});

test('a field may be named like a property of Object', async () => {
  const form = new FormData();
  form.set('__proto__', 'x');
  const fields = await read(form);
  expect(Object.hasOwn(fields, '__proto__')).toBe(true);
  expect(Object.getPrototypeOf(fields)).toBe(Object.prototype);
});

test('the largest clip is accepted, and one byte more is too large', async () => {
  const form = (bytes: number) => {
    const made = new FormData();
    made.set('audio', new Blob([new Uint8Array(bytes)]));
    return made;
  };
  expect(await read(form(limits.audioBytes))).toHaveProperty('audio.length', limits.audioBytes);
  await expect(read(form(limits.audioBytes + 1))).rejects.toMatchObject({ code: 'too_large' });
});

test.each(['application/json', 'multipart/mixed; boundary=x', 'multipart/form-datax; boundary=x', undefined])(
  'the content type %j is refused',
  async (contentType) => {
    const event = formEvent(new Uint8Array([1]), contentType);
    await expect(readMultipart(event)).rejects.toMatchObject({ code: 'unsupported_media_type' });
  },
);

test('a form without a boundary is damaged', async () => {
  const event = formEvent(new Uint8Array([1]), 'multipart/form-data');
  await expect(readMultipart(event)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a truncated form is damaged, and its error quotes nothing', async () => {
  const form = new FormData();
  form.set('language', 'canarybird');
  form.set('audio', new File(['canarybird'], 'canarybird.wav'));
  const { bytes, contentType } = await encode(form);
  for (let end = 0; end < bytes.length - 4; end += 1) {
    const error = await readMultipart(formEvent(bytes.subarray(0, end), contentType)).then(
      () => undefined,
      (reason: unknown) => reason,
    );
    expect(error, `${end} of ${bytes.length} bytes`).toMatchObject({ code: 'invalid_request' });
    expect(JSON.stringify([error, String(error)])).not.toContain('canarybird');
  }
});

test('a form of too many fields, or of two files, is refused', async () => {
  const fields = new FormData();
  for (let count = 0; count < 50; count += 1) fields.append(`field-${count}`, 'x');
  await expect(read(fields)).rejects.toMatchObject({ code: 'invalid_request' });
  const files = new FormData();
  for (const name of ['audio', 'more']) files.append(name, new Blob(['x']));
  await expect(read(files)).rejects.toMatchObject({ code: 'invalid_request' });
});

test('a form of too many parts is refused, even unnamed ones', async () => {
  const parts = (count: number) =>
    Buffer.from(`${'--x\r\ncontent-type: a/b\r\n\r\n\r\n'.repeat(count)}--x--\r\n`);
  const type = 'multipart/form-data; boundary=x';
  expect(await readMultipart(formEvent(parts(11), type))).toEqual({});
  await expect(readMultipart(formEvent(parts(12), type))).rejects.toThrow('The form has too many fields.');
});

async function read(form: FormData) {
  const { bytes, contentType } = await encode(form);
  return readMultipart(formEvent(bytes, contentType));
}

async function encode(form: FormData) {
  const request = new Response(form);
  return { bytes: await request.bytes(), contentType: request.headers.get('content-type') ?? '' };
}

function formEvent(body: Uint8Array, contentType: string | undefined) {
  return apiEvent({
    method: 'POST',
    path: '/api/transcribe-amazon',
    headers: { 'content-type': contentType },
    body,
  });
}
