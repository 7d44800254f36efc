import http from 'node:http';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { listen } from '../parley/local.ts';

/** Answers of one AWS account, by the action's name; each as the service writes it on the wire. */
export type AccountAnswers = Readonly<Record<string, (question: Question) => Answer>>;

interface Question {
  readonly region: string | undefined;
  /** Of query and JSON services. */
  readonly input: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

/** Starts a server for every AWS service that the SDK asks. Ends with the test. @returns its URL */
export async function startAwsAccount(answers: AccountAnswers): Promise<string> {
  const server = http.createServer(async (request, response) => {
    const { action, input } = read(request, await text(request));
    const answer = answers[action] ?? notAllowed(action);
    const { status, type, body } = answer({ region: readRegion(request), input });
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return listen(server);
}

/** Of STS, CloudFormation and SNS. */
export function queryAnswer(action: string, result: string): Answer {
  const body = `<${action}Response><${action}Result>${result}</${action}Result></${action}Response>`;
  return { status: 200, type: 'text/xml', body };
}

export function queryRefusal(code: string, message: string, status = 400): Answer {
  const body = `<ErrorResponse><Error><Type>Sender</Type><Code>${code}</Code><Message>${message}</Message></Error></ErrorResponse>`;
  return { status, type: 'text/xml', body };
}

export function xmlAnswer(body: string): Answer {
  return { status: 200, type: 'text/xml', body };
}

export function jsonAnswer(body: object): Answer {
  return { status: 200, type: 'application/x-amz-json-1.1', body: JSON.stringify(body) };
}

export function jsonRefusal(code: string, message = code): Answer {
  const body = JSON.stringify({ __type: code, message });
  return { status: 400, type: 'application/x-amz-json-1.1', body };
}

export function restRefusal(code: string, status = 404): Answer {
  return { status, type: 'application/json', body: JSON.stringify({ __type: code, message: code }) };
}

/** Each service says so differently. */
function notAllowed(action: string): () => Answer {
  const message = `User: arn:aws:iam::123456789012:user/reader is not authorized to perform: ${action}`;
  if (action === 'ListDistributions') return () => queryRefusal('AccessDenied', message, 403);
  if (/^(Describe|List)(Stack|Subscriptions)/.test(action))
    return () =>
      queryRefusal(/Subscriptions/.test(action) ? 'AuthorizationError' : 'AccessDenied', message, 403);
  return /^Get(Account|EmailIdentity)$/.test(action)
    ? () => restRefusal('AccessDeniedException', 403)
    : () => jsonRefusal('AccessDeniedException', message);
}

function read({ headers, url = '' }: http.IncomingMessage, body: string) {
  const target = headers['x-amz-target'];
  if (typeof target === 'string') return { action: target.split('.')[1] ?? '', input: JSON.parse(body) };
  if (url.startsWith('/2020-05-31/distribution')) return { action: 'ListDistributions', input: {} };
  if (url === '/v2/email/account') return { action: 'GetAccount', input: {} };
  const [, identity] = /^\/v2\/email\/identities\/(.+)$/.exec(url) ?? [];
  if (identity) return { action: 'GetEmailIdentity', input: { EmailIdentity: decodeURIComponent(identity) } };
  const { Action = '', ...input } = Object.fromEntries(new URLSearchParams(body));
  return { action: Action, input };
}

function readRegion({ headers }: http.IncomingMessage): string | undefined {
  return /Credential=[^/]+\/\d+\/([^/]+)\//.exec(headers.authorization ?? '')?.[1];
}
