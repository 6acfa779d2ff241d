import { confirmIdentity } from '@afterhours/contract/account/recent-proof';
import { enableTwoFactor, startTwoFactor } from '@afterhours/contract/account/two-factor';
import { reportMember } from '@afterhours/contract/moderation/moderation';
import { setMemberRole } from '@afterhours/contract/moderation/staff';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readDescription } from '#testing/calls/description.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let owner: TestMember;
let member: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  owner = await buildStaff(app, 'owner');
  member = await buildMember(app);
  await age('created_at', 11);
});
afterAll(() => app.close());

/** Sets how many minutes ago the owner signed in or last proved their identity. */
async function age(column: 'created_at' | 'proven_at', minutes: number): Promise<void> {
  const { db, sessions } = app.services;
  const { rows } = await sql<{ id: string }>`
    UPDATE sessions SET ${sql.ref(column)} = now() - make_interval(mins => ${minutes})
    WHERE user_id = ${owner.id}::uuid RETURNING id`.execute(db);
  for (const { id } of rows) sessions.drop(id);
}
const setRole = () =>
  app.call(setMemberRole, { token: owner.token, params: { id: member.id }, body: { role: 'moderator' } });
const confirm = (body: object) => app.call(confirmIdentity, { token: owner.token, body });

describe('A call that requires a recent password', () => {
  it('is rejected after ten minutes, and allowed for ten more once the password is given', async () => {
    expect(await setRole()).toMatchObject({ status: 403, reason: 'recent', message: 'Please confirm that it is you.' });
    expect(await confirm({ password: 'Wrong12345' })).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
    expect(await confirm({})).toMatchObject({ status: 422, errors: [{ field: 'password' }] });
    expect(await confirm({ code: '123456' })).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
    expect(await setRole()).toMatchObject({ status: 403, reason: 'recent' });
    expect(await confirm({ password: PASSWORD })).toMatchObject({ ok: true });
    expect(await setRole()).toMatchObject({ ok: true });
    await age('proven_at', 11);
    expect(await setRole()).toMatchObject({ status: 403, reason: 'recent' });
  });

  it('is allowed after a code of two-step verification, which works once', async () => {
    const { db } = app.services;
    await db.updateTable('users').set({ two_factor_enabled_at: null }).where('id', '=', owner.id).execute();
    const started = await app.call(startTwoFactor, { token: owner.token, body: { password: PASSWORD } });
    const secret = started.ok ? started.body.secret : '';
    const enabled = await app.call(enableTwoFactor, { token: owner.token, body: { code: codeOf(secret) } });
    expect(enabled).toMatchObject({ ok: true });
    await expect.poll(setRole).toMatchObject({ status: 403, reason: 'recent' });
    const code = codeOf(secret, 1);
    expect(await confirm({ code })).toMatchObject({ ok: true });
    expect(await setRole()).toMatchObject({ ok: true });
    expect(await confirm({ code })).toMatchObject({ status: 422, errors: [{ field: 'code' }] });
  });

  it('requires it only for the actions in the contract: for a ban, but not for a warning', async () => {
    await app.call(reportMember, { token: member.token, body: { userId: (await buildMember(app)).id } });
    const cases = await app.call(listCases, { token: owner.token });
    const params = { id: cases.ok ? (cases.body[0]?._id ?? '') : '' };
    const decide = (action: string, body: object = { rule: 'Be kind', statement: 'You are not.' }) =>
      app.call(decideCase, { token: owner.token, params, body: { action, ...body } });
    // What is missing is named first: there is no use in proving one's identity for it.
    const missing = { status: 422, errors: [{ field: 'rule' }, { field: 'statement' }] };
    expect(await decide('ban', { rule: ' ' })).toMatchObject(missing);
    expect(await decide('ban')).toMatchObject({ status: 403, reason: 'recent' });
    expect(await decide('warn')).toMatchObject({ ok: true });
  });

  it('is marked in the API description', async () => {
    const document = await readDescription<{
      paths: Record<string, Record<string, { 'x-recent'?: unknown }>>;
    }>(app);
    expect(document.paths['/api/staff/members/{id}/role']?.put?.['x-recent']).toBe(true);
    expect(document.paths['/api/staff/cases/{id}/decisions']?.post?.['x-recent']).toEqual({ action: ['ban'] });
  });
});
