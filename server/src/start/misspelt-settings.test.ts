import { describe, expect, it } from 'vitest';
import { settingNames } from '#config.ts';
import { findMisspelt } from './misspelt-settings.ts';

describe('A variable', () => {
  it.each([
    ['SMTP_ULR', 'SMTP_URL'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['DATABASE_URLS', 'DATABASE_URL'],
    ['REDIS_URI', 'REDIS_URL'],
    ['PUBLIC-URL', 'PUBLIC_URL'],
  ])('named %s is taken for a misspelt %s', (given, meant) => {
    expect(findMisspelt(['PATH', given, 'PORT'])).toEqual([{ given, meant }]);
  });

  it.each([
    ['PATH', 'HOME', 'MAIL', 'POST', 'HOSTS', 'LOGNAME', 'DATABASE', 'npm_config_cache'],
    ['SMTP_URL', 'SMTP_ULR'],
    [...settingNames],
  ])('of another program, beside the right one, or named like a setting is not: %s …', (...names) => {
    expect(findMisspelt(names)).toEqual([]);
  });
});
