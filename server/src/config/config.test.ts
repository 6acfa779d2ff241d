import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const parse = (variables: Record<string, string>) => parseConfig(variables, '/srv/app');

describe('Settings', () => {
  it('are all optional, and empty ones count as missing', () => {
    expect(parse({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/app/data',
      databaseUrl: null,
      appName: 'Afterhours',
    });
  });

  it('are the same with a copy of .env.example as without any', () => {
    const example = readFileSync(path.resolve(import.meta.dirname, '../../../.env.example'), 'utf8');
    expect(parse(parseEnv(example) as Record<string, string>)).toEqual(parse({}));
  });

  it('derive the public URL from the port, unless it is set', () => {
    expect(parse({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(parse({ PUBLIC_URL: 'https://after.example/' }).publicUrl).toBe('https://after.example');
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'after.example'],
    ['PUBLIC_URL', 'https://community.example/app'],
    ['PUBLIC_URL', 'https://community.example/?a=1'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'http://x'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['S3_ENDPOINT', 'bucket'],
    ['GOOGLE_CLIENT_ID', 'my-client'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_NAME', 'Studio'],
    ['OIDC_ONLY', 'yes'],
    ['OIDC_ALLOWED_DOMAINS', 'somewhere'],
    ['ROLE', 'boss'],
    ['DRAIN_SECONDS', 'soon'],
    ['DRAIN_SECONDS', '301'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'loopback,'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ])('are rejected by name: %s=%s', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(ConfigError);
    expect(() => parse({ [name]: value })).toThrow(new RegExp(`^${name} `));
  });

  it('allow a partial role only for processes that share a database', () => {
    expect(() => parse({ ROLE: 'web' })).toThrow(/The role web needs DATABASE_URL/);
    const served = { ROLE: 'web', DATABASE_URL: 'postgres://x/y' };
    expect(() => parse(served)).toThrow(/The role web needs SECRETS_KEY/);
    expect(parse({ ...served, SECRETS_KEY: 'C1'.repeat(32) })).toMatchObject({ role: 'web', drainSeconds: 0 });
  });

  it('trust proxies on this machine, or the listed ones', () => {
    expect(parse({}).trustedProxies).toEqual(['loopback']);
    const named = '10.0.0.0/8, fd00::/8,192.168.1.7,uniquelocal';
    expect(parse({ TRUSTED_PROXIES: named }).trustedProxies).toEqual(named.split(/, ?/));
  });

  const s3 = {
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_BUCKET: 'b',
    S3_ACCESS_KEY_ID: 'k',
    S3_SECRET_ACCESS_KEY: 's',
  };
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };

  it.each([
    ...Object.keys(s3).map((name) => [name, s3] as const),
    ...Object.keys(stripe).map((name) => [name, stripe] as const),
  ])('in a group are rejected without %s, which is named', (name, group) => {
    expect(parse(group)).toBeTruthy();
    const { [name as keyof typeof group]: _left, ...rest } = group;
    expect(() => parse(rest)).toThrow(new RegExp(`need ${name} beside`));
    expect(() => parse({ [name]: group[name as keyof typeof group] })).toThrow(new RegExp(`^${name} needs `));
  });

  it('for Stripe are rejected if the keys are swapped', () => {
    const swapped = { ...stripe, STRIPE_SECRET_KEY: 'pk_test_1', STRIPE_PUBLISHABLE_KEY: 'sk_test_1' };
    expect(() => parse(swapped)).toThrow(/STRIPE_SECRET_KEY must start with sk_ or rk_/);
  });

  it('that depend on others name them', () => {
    expect(() => parse({ DATABASE_REPLICA_URLS: 'postgres://x/y' })).toThrow(/needs DATABASE_URL/);
    expect(() => parse({ STRIPE_API_BASE: 'http://127.0.0.1:1' })).toThrow(/needs STRIPE_SECRET_KEY/);
  });
});
