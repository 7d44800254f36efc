import http from 'node:http';
import { expect, test } from 'vitest';
import { sharedParley } from '../../support/parley/shared.ts';

const url = sharedParley.url;

test('an event of more than 6 MB, in base64, is refused as Lambda does', async () => {
  const response = await fetch(`${url}/api/transcribe-amazon`, {
    method: 'POST',
    headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'multipart/form-data; boundary=x' },
    body: new Uint8Array(4.6 * 1024 * 1024),
  });
  expect(response.status).toBe(413);
  expect(await response.json()).toEqual({ message: 'Request Entity Too Large' });
});

test.for(['//', '/%', '/%00', '/..%2f..%2fetc/passwd', '/api/%E0%A4%A', '/?%', '/assets/../../package.json'])(
  'the address %s is answered, and not with a file of the machine',
  async (path) => {
    const { status, body } = await rawGet(path);
    expect([200, 301, 400, 404]).toContain(status);
    expect(body).not.toMatch(/root:|"dependencies"/);
  },
);

/** fetch tidies addresses before it sends them. */
function rawGet(path: string): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    http
      .get({ hostname, port, path }, async (response) => {
        let body = '';
        for await (const chunk of response) body += chunk;
        resolve({ status: response.statusCode ?? 0, body });
      })
      .on('error', reject);
  });
}
