/** A sign-in at a third-party provider implementation, as a browser does it. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as contract from '@afterhours/contract/account/oidc';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { findFreePort } from '#testing/free-port.ts';
import { OIDC_CLIENT, OIDC_SECRET } from '#testing/servers/fake-oidc-provider.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let server: Server;
let returnTo = '';

beforeAll(async () => {
  server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const publicUrl = `http://127.0.0.1:${await findFreePort()}`;
  returnTo = `${publicUrl}/Login/oidc`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  // The provider logs that its development pages are on.
  for (const kind of ['warn', 'info', 'log'] as const) vi.spyOn(console, kind).mockImplementation(() => undefined);
  const provider = new Provider(issuer, {
    clients: [{ client_id: OIDC_CLIENT, client_secret: OIDC_SECRET, redirect_uris: [returnTo] }],
    jwks: { keys: [await exportJWK(privateKey)] },
    cookies: { keys: ['only for tests'] },
    pkce: { required: () => true },
    claims: { email: ['email', 'email_verified'], profile: ['given_name', 'family_name'] },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({
        sub: id,
        email: `${id}@studio.example`,
        email_verified: true,
        given_name: 'Mira',
        family_name: 'Sol',
      }),
    }),
  });
  server.on('request', provider.callback());
  app = await buildTestApp({
    PUBLIC_URL: publicUrl,
    OIDC_ISSUER: issuer,
    OIDC_CLIENT_ID: OIDC_CLIENT,
    OIDC_CLIENT_SECRET: OIDC_SECRET,
    OIDC_AUTO_JOIN: 'true',
  });
});
afterAll(async () => {
  await app.close();
  server.closeAllConnections();
  server.close();
  vi.restoreAllMocks();
});

/** Goes through the provider's pages; returns the URL to which it sends the browser back. */
async function signInThere(start: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  async function visit(address: string, form?: Record<string, string>): Promise<Response> {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(address, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    });
    for (const line of response.headers.getSetCookie()) {
      const [key = '', value = ''] = (line.split(';')[0] ?? '').split('=', 2);
      cookies.set(key, value);
    }
    return response;
  }
  let address = start;
  for (let steps = 0; steps < 12 && !address.startsWith(returnTo); steps++) {
    const response = await visit(address);
    let location = response.headers.get('location');
    if (location === null) {
      const prompt = /name="prompt" value="(\w+)"/.exec(await response.text())?.[1] ?? '';
      location = (await visit(address, { prompt, login: name, password: 'any' })).headers.get('location');
    }
    address = new URL(location ?? '', address).href;
  }
  return new URL(address);
}

describe('A sign-in at oidc-provider', () => {
  it('creates a member, and recognises them the next time', async () => {
    for (const isNew of [true, false]) {
      const started = await succeed(app.call(contract.startOidc));
      const cookie = String(started.headers['set-cookie']).split(';')[0] ?? '';
      const back = await signInThere(started.body.address, 'mira');
      const entered = await app.call(contract.finishOidc, { body: { answer: back.search }, headers: { cookie } });
      expect(entered).toMatchObject({
        ok: true,
        body: { isNew, user: { email: 'mira@studio.example', firstName: 'Mira', lastName: 'Sol' } },
      });
    }
  });
});
