/** A key server and signer on loopback, in place of Google's. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';

export type FakeGoogle = {
  jwksUrl: string;
  /** Returns an ID token with these claims merged into the usual ones. */
  sign(claims: JWTPayload, options?: { key?: 'known' | 'unknown' | 'other'; expiresAt?: number }): Promise<string>;
  close(): Promise<void>;
};

export const GOOGLE_CLIENT = 'client.apps.example';

export async function startFakeGoogle(): Promise<FakeGoogle> {
  const [known, unknown] = await Promise.all([1, 2].map(() => generateKeyPair('RS256', { extractable: true })));
  if (!known || !unknown) throw new Error('no keys');
  const jwk = { ...(await exportJWK(known.publicKey)), kid: 'known', alg: 'RS256', use: 'sig' };
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ keys: [jwk] }));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    jwksUrl: `http://127.0.0.1:${port}/certs`,
    sign(claims, { key = 'known', expiresAt } = {}) {
      const usual = { email: 'ana@gmail.example', email_verified: true, given_name: 'Ana', family_name: 'Lima' };
      const token = new SignJWT({
        iss: 'https://accounts.google.com',
        aud: GOOGLE_CLIENT,
        sub: '1',
        ...usual,
        ...claims,
      })
        // 'other' signs with another key under the known key's id.
        .setProtectedHeader({ alg: 'RS256', kid: key === 'unknown' ? 'unknown' : 'known' })
        .setIssuedAt()
        .setExpirationTime(expiresAt ?? '1h');
      return token.sign(key === 'known' ? known.privateKey : unknown.privateKey);
    },
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
