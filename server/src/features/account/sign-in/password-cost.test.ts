import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { hashPassword, verifyPassword } from './passwords.ts';

const PASSWORD = 'Lantern42light';
const SOURCE = `
  import { hashPassword } from '#features/account/sign-in/passwords.ts';
  console.log(await hashPassword('${PASSWORD}'));
  process.exit();
`;

describe('A password hash', () => {
  it('costs 19 MiB and two passes in the product, where no test code is loaded', async () => {
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', SOURCE], {
      cwd: path.resolve(import.meta.dirname, '../../../..'),
    });
    expect(stdout).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(stdout.trim(), PASSWORD)).toBe(true);
  });

  it('is cheap in the test process', async () => {
    expect(await hashPassword(PASSWORD)).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
  });
});
