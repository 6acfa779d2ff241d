import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { ConfigError, parseConfig } from './config.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'afterhours-secrets-'));
afterAll(() => rmSync(folder, { recursive: true }));

const parse = (variables: Record<string, string>) => parseConfig(variables, '/srv/app');

function write(name: string, content: string): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('A secret in a file', () => {
  it('counts like the setting itself, and its name is no unknown one', () => {
    const file = write('smtp', 'smtps://ana:secret@mail.example\n');
    write('.env', `SMTP_URL_FILE=${file}\n`);
    const { mail, unknownSettings } = parseConfig({ SMTP_URL_FILE: file }, folder);
    expect(mail.smtpUrl).toBe('smtps://ana:secret@mail.example');
    expect(unknownSettings).toEqual([]);
  });

  it('is checked like the setting itself', () => {
    expect(() => parse({ SMTP_URL_FILE: write('wrong', 'mail.example') })).toThrow(/SMTP_URL/);
    expect(() => parse({ STRIPE_SECRET_KEY_FILE: write('stripe', 'sk_test_1') })).toThrow(/STRIPE_PUBLISHABLE_KEY/);
  });

  it.each([
    ['that does not exist', { REDIS_URL_FILE: path.join(folder, 'none') }, /REDIS_URL_FILE cannot be read/],
    ['that is empty', { REDIS_URL_FILE: write('empty', '\n') }, /REDIS_URL_FILE names an empty file/],
    ['beside the setting', { REDIS_URL_FILE: write('redis', 'redis://a'), REDIS_URL: 'redis://b' }, /not both/],
  ])('%s stops the start', (_name, variables, problem) => {
    expect(() => parse(variables as Record<string, string>)).toThrow(ConfigError);
    expect(() => parse(variables as Record<string, string>)).toThrow(problem);
  });
});
