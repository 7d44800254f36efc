import {
  createHash,
  generateKeyPairSync,
  type KeyObject,
  type KeyPairKeyObjectResult,
  randomUUID,
  sign,
} from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { close, listen } from '../parley/local.ts';

/** A user pool for handlers under test: keys, tokens, renewal and revocation, without pages. */
export type Issuer = Awaited<ReturnType<typeof startIssuer>>;

/**
 * Starts an issuer on a free port. Handlers cache the first one that they meet: one per test file.
 *
 * @param options.seenAt its address for handlers, if different; without a trailing slash
 */
export async function startIssuer(options: { seenAt?: string } = {}) {
  const { privateKey, publicKey } = issuerKeys();
  const codes = new Map<string, { client: string; challenge: string; claims: Record<string, unknown> }>();
  const renewable = new Map<string, Record<string, unknown>>();
  const asked: string[] = [];
  const revoked: string[] = [];
  const deleted = new Set<string>();
  const faults = new Map<string, number | 'hang' | 'reset'>();
  const replies = new Map<string, readonly [status: number, body: object]>();
  const newEmails = new Map<string, { email: string; isVerified: boolean }>();
  const secondFactors = new Map<string, { isVerified: boolean; isOn: boolean }>();
  const mails: string[] = [];

  const server = createServer((request, response) => void answer(request, response));
  const ownOrigin = await listen(server);
  const origin = options.seenAt ?? ownOrigin;
  const issuer = `${origin}/us-east-1_tests`;

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const body = await text(request);
    const path = request.url ?? '/';
    asked.push(`${request.method} ${path}`);
    const fault = faults.get(path);
    if (fault === 'hang') return;
    if (fault === 'reset') return request.socket.destroy();
    const [status, output] = fault
      ? [fault, {}]
      : (replies.get(path) ?? work(path, body, request.headers['x-amz-target']));
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(output));
  }

  function work(path: string, body: string, target: unknown): [status: number, output: object] {
    switch (path) {
      case '/us-east-1_tests/.well-known/jwks.json':
        return [
          200,
          { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: keyId, use: 'sig', alg: 'RS256' }] },
        ];
      case '/oauth2/token':
        return exchange(new URLSearchParams(body));
      case '/v2/email/outbound-emails':
        mails.push(body);
        return [200, { MessageId: randomUUID() }];
      case '/oauth2/revoke':
        return revoke(new URLSearchParams(body));
      case '/':
        return (actions[`${target}`.split('.')[1] ?? ''] ?? renew)(JSON.parse(body));
      default:
        return [404, {}];
    }
  }

  function exchange(form: URLSearchParams): [number, object] {
    const code = form.get('code') ?? '';
    const known = codes.get(code);
    codes.delete(code);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    const client = form.get('client_id');
    const wantedSecret = client === confirmationClientId ? clientSecret : null;
    if (form.get('client_secret') !== wantedSecret) return [400, { error: 'invalid_client' }];
    if (known?.client !== client || known.challenge !== challenge) return [400, { error: 'invalid_grant' }];
    const claims = { sub: randomUUID(), origin_jti: randomUUID(), client_id: client, ...known.claims };
    const refreshToken = issueRefreshToken(claims);
    return [
      200,
      {
        access_token: mint(claims),
        id_token: mintId({ aud: client, ...claims, client_id: undefined }),
        refresh_token: refreshToken,
        token_type: 'Bearer',
        expires_in: 3600,
      },
    ];
  }

  function revoke(form: URLSearchParams): [number, object] {
    const token = form.get('token') ?? '';
    renewable.delete(token);
    revoked.push(token);
    return [200, {}];
  }

  function renew({ RefreshToken }: { RefreshToken: string }): [number, object] {
    const claims = renewable.get(RefreshToken);
    if (!claims) {
      return [400, { __type: 'NotAuthorizedException', message: 'Refresh Token has been revoked' }];
    }
    return [
      200,
      {
        AuthenticationResult: {
          AccessToken: mint(claims),
          IdToken: mintId(claims),
          ExpiresIn: 3600,
          TokenType: 'Bearer',
        },
      },
    ];
  }

  function remove({ Username }: { Username: string }): [number, object] {
    if (deleted.has(Username)) return [400, { __type: 'UserNotFoundException', message: 'There is none.' }];
    deleted.add(Username);
    return [200, {}];
  }

  function revokeAll({ Username }: { Username: string }): [number, object] {
    for (const [token, { sub }] of renewable) if (sub === Username) renewable.delete(token);
    return [200, {}];
  }

  const actions: Record<string, (input: Input) => [number, object]> = {
    DescribeUserPoolClient: ({ UserPoolId, ClientId }) =>
      UserPoolId === 'us-east-1_tests' && ClientId === confirmationClientId
        ? [200, { UserPoolClient: { ClientId, ClientSecret: clientSecret } }]
        : [400, { __type: 'ResourceNotFoundException', message: 'There is none.' }],
    AdminDeleteUser: remove,
    AdminUserGlobalSignOut: revokeAll,
    UpdateUserAttributes: ({ AccessToken, UserAttributes }) => {
      const [{ Value } = { Value: '' }] = UserAttributes;
      newEmails.set(AccessToken, { email: Value, isVerified: false });
      return [200, { CodeDeliveryDetailsList: [] }];
    },
    VerifyUserAttribute: ({ AccessToken, Code }) => {
      const pending = newEmails.get(AccessToken);
      if (Code !== mailedCode || !pending || pending.isVerified)
        return [400, { __type: 'CodeMismatchException', message: 'Invalid verification code.' }];
      newEmails.set(AccessToken, { ...pending, isVerified: true });
      return [200, {}];
    },
    GetUser: ({ AccessToken }) => {
      const { email = 'ada@example.com', isVerified } = newEmails.get(AccessToken) ?? {};
      const UserAttributes = [{ Name: 'email', Value: isVerified ? email : 'ada@example.com' }];
      const isOn = secondFactors.get(AccessToken)?.isOn;
      return [200, { UserAttributes, ...(isOn && { UserMFASettingList: ['SOFTWARE_TOKEN_MFA'] }) }];
    },
    AssociateSoftwareToken: ({ AccessToken }) => {
      secondFactors.set(AccessToken, { isVerified: false, isOn: false });
      return [200, { SecretCode: appKey }];
    },
    VerifySoftwareToken: ({ AccessToken, UserCode }) => {
      const factor = secondFactors.get(AccessToken);
      if (!factor) return [400, { __type: 'SoftwareTokenMFANotFoundException', message: 'There is none.' }];
      if (UserCode !== appCode)
        return [400, { __type: 'EnableSoftwareTokenMFAException', message: 'Code mismatch' }];
      secondFactors.set(AccessToken, { ...factor, isVerified: true });
      return [200, { Status: 'SUCCESS' }];
    },
    SetUserMFAPreference: ({ AccessToken, SoftwareTokenMfaSettings: { Enabled, PreferredMfa } }) => {
      const { isVerified = false } = secondFactors.get(AccessToken) ?? {};
      if (Enabled !== PreferredMfa || (Enabled && !isVerified))
        return [400, { __type: 'InvalidParameterException', message: 'It is not verified.' }];
      secondFactors.set(AccessToken, { isVerified, isOn: Enabled });
      return [200, {}];
    },
  };

  function issueRefreshToken(claims: Record<string, unknown>): string {
    const token = `refresh-${randomUUID()}`;
    renewable.set(token, claims);
    return token;
  }

  function mint(claims: Record<string, unknown> = {}, header: Record<string, unknown> = {}): string {
    const now = Math.floor(Date.now() / 1_000);
    const sub = claims.sub ?? randomUUID();
    const common = { sub, iss: issuer, client_id: clientId, origin_jti: randomUUID(), username: sub };
    const times = { auth_time: now, iat: now, exp: now + 3_600 };
    const rest = { event_id: randomUUID(), jti: randomUUID(), version: 2, scope: 'openid email profile' };
    return signToken({ ...common, token_use: 'access', ...times, ...rest, ...claims }, privateKey, header);
  }

  function mintId(claims: Record<string, unknown> = {}): string {
    const now = Math.floor(Date.now() / 1_000);
    const sub = claims.sub ?? randomUUID();
    const common = { sub, iss: issuer, aud: clientId, origin_jti: randomUUID(), 'cognito:username': sub };
    const times = { auth_time: now, iat: now, exp: now + 3_600 };
    const person = {
      email: 'ada@example.com',
      email_verified: true,
      given_name: 'Ada',
      family_name: 'Byron',
    };
    return signToken({ ...common, token_use: 'id', ...times, ...person, ...claims }, privateKey);
  }

  return {
    url: ownOrigin,
    /** For handlers under test. */
    environment: {
      LOGIN_ISSUER: issuer,
      LOGIN_CLIENT_ID: clientId,
      LOGIN_CONFIRMATION_CLIENT_ID: confirmationClientId,
      LOGIN_ORIGIN: origin,
    },
    /** An access token as Cognito makes it, of another user each time by default; undefined claims are left out. */
    mint: async (claims?: Record<string, unknown>, header?: Record<string, unknown>) => mint(claims, header),
    mintId,
    /** Its renewals have these claims. */
    issueRefreshToken,
    /** A code for this S256 challenge and client; it works once, and its tokens have these claims. */
    issueCode: (challenge: string, claims: Record<string, unknown> = {}, client = clientId) => {
      const code = randomUUID();
      codes.set(code, { client, challenge, claims });
      return code;
    },
    /** Method and path of all requests, in order. */
    asked,
    /** Refresh tokens that were revoked, in order. */
    revoked,
    /** New email addresses by the access token of whoever asked for them. */
    newEmails,
    /** By the access token of whoever has one. */
    secondFactors,
    /** What functions sent by SES. */
    mails,
    /** The ids of deleted users. */
    deleted,
    /** By path: a status, no answer, or a closed connection. */
    faults,
    /** Answers by path. */
    replies,
    publicKey,
    stop: () => close(server),
  };
}

/** Every change of an email address gets this code. */
export const mailedCode = '123456';

/** Every second factor has this key and takes this code. */
export const appKey = 'KEYOFTHETESTSKEYOFTHETESTSKEYOFTHETESTSKEYOFTHETESTS';
export const appCode = '246810';

interface Input {
  readonly Username: string;
  readonly UserPoolId: string;
  readonly ClientId: string;
  readonly RefreshToken: string;
  readonly AccessToken: string;
  readonly UserAttributes: readonly { readonly Value: string }[];
  readonly Code: string;
  readonly UserCode: string;
  readonly SoftwareTokenMfaSettings: { readonly Enabled: boolean; readonly PreferredMfa: boolean };
}

/** One pair for all files of a worker: making one takes a tenth of a second of a processor. */
function issuerKeys(): KeyPairKeyObjectResult {
  const worker = globalThis as { issuerKeys?: KeyPairKeyObjectResult };
  worker.issuerKeys ??= generateKeyPairSync('rsa', { modulusLength: 2048 });
  return worker.issuerKeys;
}

/** Signs a token of any content with any RSA key. */
export function signToken(payload: object, key: KeyObject, header: Record<string, unknown> = {}): string {
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  const signed = `${encode({ kid: keyId, alg: 'RS256', ...header })}.${encode(payload)}`;
  return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

const keyId = 'key-of-the-tests';
const clientId = 'client-of-the-tests';
const confirmationClientId = 'confirmation-client-of-the-tests';
/** Of the confirmation client. */
export const clientSecret = 'client-secret-of-the-tests';
