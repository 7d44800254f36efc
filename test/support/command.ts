/** Commands a local server of Parley, as a person at this machine may. @throws Error if it fails */
export async function command(url: string, body: object = {}): Promise<void> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-parley-local': '1' },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}: ${await answer.text()}`);
}
