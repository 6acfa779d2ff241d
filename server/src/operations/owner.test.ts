import { deleteAccount } from '@afterhours/contract/account/account-data';
import { listStaff } from '@afterhours/contract/moderation/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrl } from '#testing/database/test-database.ts';
import { buildMember, PASSWORD } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { parseConfig } from '../config/config.ts';
import { addOwner } from './owner.ts';

let app: TestApp;
let appoint: (email: string) => Promise<boolean>;
beforeAll(async () => {
  app = await buildTestApp();
  const url = databaseUrl(app.connection);
  appoint = (email) => addOwner(parseConfig({ DATABASE_URL: url, DATA_DIR: app.dataDir }, app.dataDir), email);
});
afterAll(() => app.close());

it('A member appointed after the last owner has deleted the account is an owner at once', async () => {
  const [last, next] = [await buildStaff(app, 'owner'), await buildMember(app)];
  await turnOnTwoFactor(app, next);
  const team = () => app.call(listStaff, { token: next.token });
  const body = { password: PASSWORD };
  expect(await app.call(deleteAccount, { token: last.token, body })).toMatchObject({ ok: true });
  expect(await team()).toMatchObject({ status: 403 });
  expect(await appoint(next.user.email.toUpperCase())).toBe(true);
  await expect.poll(team).toMatchObject({ ok: true });
  expect(await appoint(next.user.email)).toBe(false);
});

it('An address without a member is refused; if nobody can register, the message leads to what helps', async () => {
  await expect(appoint('nobody@example.com')).rejects.toThrow(/No member .*register it first\.$/);
  await sql`INSERT INTO community_settings (settings, version) VALUES ('{"registration": "closed"}', 1)`.execute(
    app.services.db,
  );
  await expect(appoint('nobody@example.com')).rejects.toThrow(/set to closed; “The first owner” in docs/);
});
