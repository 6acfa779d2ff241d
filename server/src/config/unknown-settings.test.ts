import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseConfig, settingNames } from './config.ts';
import { countEdits, describeUnknown as describeFor } from './unknown-settings.ts';

type Variables = Record<string, string>;
const describeUnknown = (environment: Variables, file: Variables) =>
  describeFor(environment, { settings: settingNames, file });

describe('A name that is not a setting', () => {
  it.each([
    ['DATABSE_URL', 'DATABASE_URL'],
    ['SMTP_ULR', 'SMTP_URL'],
    ['PUBLIC_ORIGN', undefined],
    ['PUBLIC_URI', 'PUBLIC_URL'],
    ['SECRET_KEY', 'SECRETS_KEY'],
    ['redis_url', 'REDIS_URL'],
    ['PROT', 'PORT'],
    ['GREETING', undefined],
  ])('is reported in .env: %s', (name, nearest) => {
    const hint = nearest ? `; did you mean ${nearest}?` : '';
    expect(describeUnknown({ [name]: 'x' }, { [name]: 'x' })).toEqual([
      `${name} in .env is not a setting and is ignored${hint}`,
    ]);
  });

  it('is reported in the environment if it resembles a setting that is not set', () => {
    expect(describeUnknown({ DATABSE_URL: 'x' }, {})).toEqual([
      'DATABSE_URL is not a setting and is ignored; did you mean DATABASE_URL?',
    ]);
    expect(describeUnknown({ EMAIL_FROM: 'x', MAIL_FROM: 'a@b.example' }, {})).toEqual([]);
  });

  it('is recognized in every setting, with a letter too few, too many, replaced or swapped', () => {
    const edit = [
      (name: string) => name.slice(1),
      (name: string) => `${name}Q`,
      (name: string) => `${name.slice(0, -1)}Q`,
      (name: string) => name.slice(0, -2) + name.slice(-1) + name.slice(-2, -1),
    ];
    const names = settingNames
      .flatMap((setting) => edit.map((change) => change(setting)))
      .filter((name) => !settingNames.includes(name));
    const found = describeUnknown({}, Object.fromEntries(names.map((name) => [name, 'x'])));
    expect(found.filter((phrase) => !phrase.includes('did you mean'))).toEqual([]);
  });

  it('is not reported in the environment if it belongs to others', () => {
    const others = ['PATH', 'HOSTS', 'SPORT', 'ROLES', 'HOSTNAME', 'LOGNAME', 'AWS_REGION', 'npm_config_prefix'];
    const kubernetes = ['REDIS_PORT', 'AFTERHOURS_PORT', 'KUBERNETES_SERVICE_HOST', 'DATABASE_SERVICE_HOST'];
    expect(describeUnknown(Object.fromEntries([...others, ...kubernetes].map((name) => [name, 'x'])), {})).toEqual([]);
  });

  it('is not reported in .env if Node.js or the database client reads it', () => {
    const names = ['NODE_OPTIONS', 'NODE_EXTRA_CA_CERTS', 'TZ', 'PGSSLMODE', 'MALLOC_ARENA_MAX', 'https_proxy'];
    const file = Object.fromEntries(names.map((name) => [name, 'x']));
    expect(describeUnknown(file, file)).toEqual([]);
  });
});

it('The settings include the unknown names in .env and in the environment', () => {
  const root = mkdtempSync(path.join(os.tmpdir(), 'afterhours-env-'));
  writeFileSync(path.join(root, '.env'), 'SMTP_ULR=smtp://127.0.0.1\nPORT=4000\n');
  const { unknownSettings } = parseConfig({ SMTP_ULR: 'smtp://127.0.0.1', PORT: '4000', DATABSE_URL: 'x' }, root);
  rmSync(root, { recursive: true });
  expect(unknownSettings).toEqual([
    'SMTP_ULR in .env is not a setting and is ignored; did you mean SMTP_URL?',
    'DATABSE_URL is not a setting and is ignored; did you mean DATABASE_URL?',
  ]);
});

it('No setting is reported', () => {
  const all = Object.fromEntries(settingNames.map((name) => [name, 'x']));
  expect(describeUnknown(all, all)).toEqual([]);
});

it.each([
  ['PORT', 'PORT', 0],
  ['PROT', 'PORT', 1],
  ['', 'ROLE', 4],
  ['ROLES', 'ROLE', 1],
  ['kitten', 'sitting', 3],
])('%s and %s differ by %i edits', (from, to, edits) => {
  expect(countEdits(from, to)).toBe(edits);
});
