import { hash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { findPageHeaders } from './security-headers.ts';

const SCRIPT = "document.documentElement.dataset.theme = 'dark';";
const HEAD = `<title>x</title><script data-a="1">${SCRIPT}</script><script src="/a.js"></script>`;
const PAGE = `<!doctype html><head>${HEAD}</head><body></body>`;
const HASH = `'sha256-${hash('sha256', SCRIPT, 'base64')}'`;
const STRIPE = {
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
};
const config = (variables: Record<string, string> = {}) => parseConfig(variables, '/srv/app');

describe('The policy of a page', () => {
  it('allows the inline script of the built page by its hash, and no other inline script', async () => {
    const policy = (await findPageHeaders(config(), PAGE))['content-security-policy'] ?? '';
    expect(policy).toContain(`script-src 'self' ${HASH};`);
    expect(policy.match(/sha256-/g)).toHaveLength(1);
    expect(policy).not.toContain('unsafe-inline');
    // Firefox applies the default to prefetched scripts; nothing else has it.
    expect(policy).toContain("default-src 'self';object-src 'none';media-src 'none';");
  });

  it('allows no Trusted Types policies but our own, and the default one only for Stripe', async () => {
    const allowed = async (variables?: Record<string, string>) =>
      /;trusted-types ([^;]*)/.exec(
        (await findPageHeaders(config(variables), ''))['content-security-policy'] ?? '',
      )?.[1];
    expect(await allowed()).toBe('service-worker');
    expect(await allowed(STRIPE)).toBe('service-worker default');
  });

  it("allows Stripe's card form and no other origin if Stripe is configured, and otherwise none", async () => {
    const policy = (await findPageHeaders(config(STRIPE), ''))['content-security-policy'];
    expect(policy).toContain("script-src 'self' https://js.stripe.com https://*.js.stripe.com;");
    expect(policy).toContain('frame-src https://js.stripe.com');
    expect(policy).toContain("connect-src 'self' https://api.stripe.com;");
    const without = (await findPageHeaders(config(), ''))['content-security-policy'];
    expect(without).not.toContain('stripe');
    expect(without).toContain("frame-src 'none'");
  });
});

it('Headers that isolate origins are sent only where browsers accept them', async () => {
  const names = ['cross-origin-opener-policy', 'origin-agent-cluster'];
  const sent = async (url: string) => {
    const headers = await findPageHeaders(config({ PUBLIC_URL: url }), '');
    return names.filter((name) => name in headers);
  };
  expect(await sent('https://owls.example')).toEqual(names);
  expect(await sent('http://127.0.0.1:3000')).toEqual(names);
  expect(await sent('http://owls.lan:3000')).toEqual([]);
});

describe('The headers', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await buildTestApp({ PUBLIC_URL: 'https://owls.example', HSTS_SUBDOMAINS: 'true' }, (dataDir) => {
      const web = path.join(dataDir, 'web');
      mkdirSync(path.join(web, 'assets'), { recursive: true });
      mkdirSync(path.join(web, '.vite'));
      writeFileSync(path.join(web, 'index.html'), PAGE);
      writeFileSync(path.join(web, 'assets/a.css'), 'a{}');
      const feed = { paths: ['/home'], scripts: ['/assets/feed.js'], styles: ['/assets/member.css'] };
      writeFileSync(path.join(web, '.vite/page-files.json'), JSON.stringify([feed]));
    });
  });
  afterAll(() => app.close());
  const get = async (url: string) => (await app.http.inject({ url })).headers;

  it('of files and calls forbid running anything, and lack those that only pages need', async () => {
    for (const url of ['/assets/a.css', '/api/getProfile', '/api/nothing', '/robots.txt']) {
      const headers = await get(url);
      expect(headers, url).toMatchObject({
        'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
        'cross-origin-resource-policy': 'same-origin',
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-content-type-options': 'nosniff',
      });
      expect(headers, url).not.toHaveProperty('permissions-policy');
    }
  });

  it('of pages contain the whole policy, also at unknown addresses', async () => {
    for (const url of ['/home', '/nothing']) {
      const headers = await get(url);
      expect(headers['content-security-policy'], url).toContain(HASH);
      expect(headers, url).toMatchObject({
        'permissions-policy': expect.stringContaining('camera=()'),
        'strict-transport-security': 'max-age=31536000; includeSubDomains',
        'x-frame-options': 'DENY',
      });
    }
  });

  it("are accompanied by the files that a page needs, and no other page's", async () => {
    const home = (await app.http.inject({ url: '/HOME/' })).body;
    expect(home).toContain('<script data-program="/assets/feed.js" data-a="1">');
    expect(home).toContain('<link rel="stylesheet" crossorigin href="/assets/member.css" />');
    expect((await app.http.inject({ url: '/Login' })).body).not.toContain('/assets/feed.js');
    expect((await app.http.inject({ url: '/.vite/page-files.json' })).statusCode).toBe(404);
  });
});
