import { describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const parse = (variables: Record<string, string>) => parseConfig(variables, '/srv/app');

describe('settings', () => {
  it('are all optional, and empty ones count as absent', () => {
    expect(parse({ PORT: ' ', DATABASE_URL: '' })).toMatchObject({
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: '/srv/app/data',
      databaseUrl: null,
      appName: 'Afterhours',
    });
  });

  it('make the public address of the port, unless it is given', () => {
    expect(parse({ HOST: '0.0.0.0', PORT: '8080' }).publicUrl).toBe('http://localhost:8080');
    expect(parse({ PUBLIC_URL: 'https://after.example/' }).publicUrl).toBe('https://after.example');
  });

  it.each([
    ['PORT', 'http'],
    ['PORT', '70000'],
    ['PUBLIC_URL', 'after.example'],
    ['DATABASE_URL', 'mysql://x'],
    ['REDIS_URL', 'http://x'],
    ['SMTP_URL', 'mail.example'],
    ['MAIL_FROM', 'nobody'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMIT_FACTOR', 'many'],
    ['S3_ENDPOINT', 'bucket'],
    ['ROLE', 'boss'],
    ['DRAIN_SECONDS', 'soon'],
    ['DRAIN_SECONDS', '301'],
    ['TRUSTED_PROXIES', 'proxy.example'],
    ['TRUSTED_PROXIES', '10.0.0.0/33'],
    ['TRUSTED_PROXIES', 'loopback,'],
    ['TRUSTED_PROXIES', '10.0.0.0/8/8'],
  ])('%s=%s is refused by its name', (name, value) => {
    expect(() => parse({ [name]: value })).toThrow(ConfigError);
    expect(() => parse({ [name]: value })).toThrow(name);
  });

  it('leave a part of the work only to processes that share a database', () => {
    expect(() => parse({ ROLE: 'web' })).toThrow(/The role web needs DATABASE_URL/);
    expect(parse({ ROLE: 'web', DATABASE_URL: 'postgres://x/y' })).toMatchObject({ role: 'web', drainSeconds: 0 });
  });

  it('trust proxies on this machine, or those that are named', () => {
    expect(parse({}).trustedProxies).toEqual(['loopback']);
    const named = '10.0.0.0/8, fd00::/8,192.168.1.7,uniquelocal';
    expect(parse({ TRUSTED_PROXIES: named }).trustedProxies).toEqual(named.split(/, ?/));
  });

  it('that need others say which', () => {
    expect(() => parse({ S3_ENDPOINT: 'http://127.0.0.1:9000', S3_BUCKET: 'b' })).toThrow(
      /S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY/,
    );
  });
});
