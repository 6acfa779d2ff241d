import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig } from '#config/config.ts';
import { describeMigrations, listWarnings, requireListenable, requireWritable } from './start-up.ts';

const configOf = (settings: Record<string, string>) => parseConfig(settings, '/tmp');

describe('The address that a server listens on', () => {
  it('is tried before anything else: a port in use is named, with the setting for another', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address() as AddressInfo;
    await expect(requireListenable(configOf({ PORT: String(port) }))).rejects.toThrow(
      `Port ${port} is taken. Stop what uses it, or choose another: PORT=${port + 1} npm start.`,
    );
    taken.close();
    await once(taken, 'close');
    await expect(requireListenable(configOf({ PORT: String(port) }))).resolves.toBeUndefined();
  });

  it.each(['nowhere.invalid', '203.0.113.7'])('is rejected, naming the setting, for the host %s', async (HOST) => {
    await expect(requireListenable(configOf({ HOST, PORT: '48123' }))).rejects.toThrow(
      `HOST is ${HOST}, but this machine has no such address.`,
    );
  });
});

it('A data folder that is not writable is named, with the setting for another', async () => {
  const file = path.join(mkdtempSync(path.join(os.tmpdir(), 'afterhours-folder-')), 'file');
  writeFileSync(file, '');
  await expect(requireWritable(configOf({ DATA_DIR: file }))).rejects.toThrow(/is not a folder.*DATA_DIR/);
  rmSync(path.dirname(file), { recursive: true });
});

describe('The startup warnings', () => {
  it('are absent on a private machine', () => {
    expect(listWarnings(configOf({}))).toEqual([]);
    expect(listWarnings(configOf({ RATE_LIMIT_FACTOR: '0' }))).toEqual([]);
  });

  it.each([
    [{ HOST: '0.0.0.0', RATE_LIMIT_FACTOR: '0' }, /RATE_LIMIT_FACTOR is 0/],
    [{ PUBLIC_URL: 'https://community.example' }, /SMTP_URL is not set/],
    [{ SMTP_URL: 'smtp://127.0.0.1:25' }, /MAIL_FROM is not set/],
    [{ DATABSE_URL: 'postgres://127.0.0.1/afterhours' }, /DATABSE_URL is not a setting.*DATABASE_URL/],
    [{ PUBLIC_URL: 'http://community.example' }, /passwords cross the network unencrypted/],
  ])('include one about %j', (settings, line) => {
    expect(listWarnings(configOf(settings)).join('\n')).toMatch(line);
  });

  it('list the migrations that an upgrade has applied, but not all those of a new database', () => {
    expect(describeMigrations([])).toEqual([]);
    expect(describeMigrations(['0001-members', '0002-posts'])).toEqual(['The database has been prepared.']);
    expect(describeMigrations(['0042-posts'])).toEqual(['The database has been brought up to date: 0042-posts.']);
  });
});
