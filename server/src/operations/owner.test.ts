import { listStaff } from '@afterhours/contract/moderation/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { databaseUrl } from '#testing/database/test-database.ts';
import { buildMember } from '#testing/rows/members.ts';
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

it('A member appointed in a community without an owner is one at once', async () => {
  const next = await buildMember(app);
  await turnOnTwoFactor(app, next);
  const team = () => app.call(listStaff, { token: next.token });
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
