/** An OpenID provider on loopback that signs in whomever a test names, and can lie in its responses. */
import { createHmac, hash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export const OIDC_CLIENT = 'afterhours';
export const OIDC_SECRET = 'only-for-tests';

/** Values that the token endpoint's response contains instead of the true ones. */
export type OidcLie = {
  claims?: JWTPayload;
  sign?: 'other key' | 'unsigned' | 'shared secret';
  expiresAt?: number;
  status?: number;
  body?: string;
  without?: 'id_token' | 'access_token';
};

type Grant = { nonce: string; challenge: string; claims: JWTPayload; lie: OidcLie };

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');

async function createSigner(issuer: () => string) {
  const generate = () => generateKeyPair('RS256', { extractable: true });
  const [first, second, other] = await Promise.all([generate(), generate(), generate()]);
  let own = { kid: 'first', ...first };
  async function sign({ nonce, claims, lie }: Grant): Promise<string> {
    const now = Math.floor(Date.now() / 1_000);
    const payload = {
      iss: issuer(),
      aud: OIDC_CLIENT,
      nonce,
      iat: now,
      exp: lie.expiresAt ?? now + 300,
      ...claims,
      ...lie.claims,
    };
    if (lie.sign === 'unsigned') return `${encode({ alg: 'none' })}.${encode(payload)}.`;
    if (lie.sign === 'shared secret') {
      const content = `${encode({ alg: 'HS256' })}.${encode(payload)}`;
      return `${content}.${createHmac('sha256', OIDC_SECRET).update(content).digest('base64url')}`;
    }
    const { privateKey } = lie.sign === 'other key' ? other : own;
    return new SignJWT(payload).setProtectedHeader({ alg: 'RS256', kid: own.kid }).sign(privateKey);
  }
  return {
    sign,
    listKeys: async () => [{ ...(await exportJWK(own.publicKey)), kid: own.kid, alg: 'RS256', use: 'sig' }],
    replaceKey: () => {
      own = { kid: 'second', ...second };
    },
  };
}

const send = (response: ServerResponse, status: number, body: object | string): void => {
  response
    .writeHead(status, { 'content-type': typeof body === 'string' ? 'text/html' : 'application/json' })
    .end(typeof body === 'string' ? body : JSON.stringify(body));
};

export type FakeOidcProvider = {
  issuer: string;
  /** Signs a person in at the URL to which a browser was sent; returns the query with which the browser comes back. */
  authorize(address: string, claims: JWTPayload, lie?: OidcLie): URLSearchParams;
  /** Shows a page, written from the URL, to browsers that were sent to the provider. */
  showPage(write: (address: string) => string): void;
  /** Signs with a new key from now on, and no longer lists the previous one. */
  replaceKey(): void;
  close(): Promise<void>;
};

const describeProvider = (issuer: string) => ({
  issuer,
  authorization_endpoint: `${issuer}/authorize`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  response_types_supported: ['code'],
  subject_types_supported: ['public'],
  id_token_signing_alg_values_supported: ['RS256'],
  authorization_response_iss_parameter_supported: true,
  code_challenge_methods_supported: ['S256'],
});

async function sendToken(
  { grants, sign }: { grants: Map<string, Grant>; sign: (grant: Grant) => Promise<string> },
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = new URLSearchParams(await text(request));
  const code = sent.get('code') ?? '';
  const grant = grants.get(code);
  grants.delete(code);
  const verifier = hash('sha256', sent.get('code_verifier') ?? '', 'base64url');
  if (!grant || grant.challenge !== verifier) return send(response, 400, { error: 'invalid_grant' });
  const { lie } = grant;
  if (lie.body !== undefined || lie.status !== undefined)
    return send(response, lie.status ?? 200, lie.body ?? { error: 'server_error' });
  const whole = { access_token: 'opaque', token_type: 'Bearer', expires_in: 60, id_token: await sign(grant) };
  send(response, 200, Object.fromEntries(Object.entries(whole).filter(([name]) => name !== lie.without)));
}

export async function startFakeOidcProvider(): Promise<FakeOidcProvider> {
  let issuer = '';
  let writePage: ((address: string) => string) | null = null;
  const grants = new Map<string, Grant>();
  const { sign, listKeys, replaceKey } = await createSigner(() => issuer);
  const server = createServer((request, response) => {
    if (request.url === '/token') void sendToken({ grants, sign }, request, response);
    else if (writePage && request.url?.startsWith('/authorize'))
      send(response, 200, writePage(`${issuer}${request.url}`));
    else if (request.url === '/jwks') void listKeys().then((keys) => send(response, 200, { keys }));
    else send(response, 200, describeProvider(issuer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    authorize(address, claims, lie = {}) {
      const query = new URL(address).searchParams;
      const code = randomBytes(16).toString('hex');
      grants.set(code, {
        nonce: query.get('nonce') ?? '',
        challenge: query.get('code_challenge') ?? '',
        claims,
        lie,
      });
      return new URLSearchParams({ code, state: query.get('state') ?? '', iss: issuer });
    },
    showPage: (write) => {
      writePage = write;
    },
    replaceKey,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
