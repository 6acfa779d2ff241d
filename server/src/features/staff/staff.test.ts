import { getProfile } from '@afterhours/contract/account/account';
import { deleteAccount } from '@afterhours/contract/account/account-data';
import {
  becomeOwner,
  getMemberRole,
  listStaff,
  type MemberRole,
  setMemberRole,
  staffMessages,
} from '@afterhours/contract/moderation/staff';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { sql } from 'kysely';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { describeFirstOwner } from '#start/first-owner.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildSanctioned, buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp } from '../../testing/test-app.ts';
import { createOwnerLink, makeOwner } from './loaders.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
const app = await buildTestApp();
const { db } = app.services;
let owner: TestMember;
let member: TestMember;

beforeEach(async () => {
  await db.deleteFrom('staff').execute();
  owner = await buildStaff(app, 'owner');
  member = await buildMember(app);
});
afterAll(() => app.close());

const setRole = (by: TestMember, id: string, role: unknown) =>
  app.call(setMemberRole, { token: by.token, params: { id }, body: { role } });
const listTeam = (by: TestMember) => app.call(listStaff, { token: by.token });
const entriesOf = (id: string) =>
  db.selectFrom('audit_log').select(['actor_id', 'action', 'details']).where('subject_id', '=', id).execute();
const turnOn = (id: string, at: Date | null) =>
  db.updateTable('users').set({ two_factor_enabled_at: at }).where('id', '=', id).execute();

describe('A role', () => {
  it('is granted and revoked by an owner, applies at once to open sessions, and is in the audit log', async () => {
    await turnOn(member.id, new Date());
    expect(await listTeam(member)).toMatchObject({ status: 403, reason: 'staff' });
    const openTab = await openTabFor('ownProfile', await listen(app), member);
    const granted = await setRole(owner, member.id, 'moderator');
    expect(granted).toMatchObject({ ok: true, body: { role: 'moderator' } });
    await expect.poll(() => openTab.at(-1)).toMatchObject({ user: { staffRole: 'moderator' } });
    expect(granted.message).toBe(`${member.user.firstName} Lima is now a moderator.`);
    await expect
      .poll(() => listTeam(member))
      .toMatchObject({
        body: [{ role: 'owner' }, { role: 'moderator', user: { _id: member.id } }],
      });
    expect(await app.call(getProfile, { token: member.token })).toMatchObject({ body: { staffRole: 'moderator' } });
    expect(await setRole(member, member.id, 'owner')).toMatchObject({ status: 403, reason: 'staff' });
    await setRole(owner, member.id, 'moderator');
    await setRole(owner, member.id, 'member');
    await expect.poll(() => listTeam(member)).toMatchObject({ status: 403, reason: 'staff' });
    await expect.poll(() => openTab.at(-1)).toMatchObject({ user: { staffRole: null } });
    expect(await entriesOf(member.id)).toEqual([
      { actor_id: owner.id, action: 'role', details: { from: 'member', to: 'moderator' } },
      { actor_id: owner.id, action: 'role', details: { from: 'moderator', to: 'member' } },
    ]);
  });

  it('can be revoked from a banned member, too', async () => {
    const banned = await buildSanctioned(app, 'banned');
    await setRole(owner, banned.id, 'moderator');
    expect(await setRole(owner, banned.id, 'member')).toMatchObject({ ok: true, body: { role: 'member' } });
  });

  it('cannot be granted to an unknown member or with an unknown name', async () => {
    expect(await setRole(owner, NOBODYS, 'moderator')).toMatchObject({ status: 404 });
    expect(await app.call(getMemberRole, { token: owner.token, params: { id: NOBODYS } })).toMatchObject({
      status: 404,
    });
    expect(await setRole(owner, member.id, 'king')).toMatchObject({ status: 422, errors: [{ field: 'role' }] });
  });

  it('applies only with a second factor, from the moment that it is on', async () => {
    await turnOn(owner.id, null);
    await expect
      .poll(() => listTeam(owner))
      .toMatchObject({
        status: 403,
        reason: 'second-factor',
        message: staffMessages.secondFactor.message,
      });
    await turnOn(owner.id, new Date());
    await expect.poll(() => listTeam(owner)).toMatchObject({ ok: true });
  });

  it("of the last owner stays, even if two owners revoke each other's concurrently", async () => {
    expect(await setRole(owner, owner.id, 'member')).toMatchObject({
      status: 409,
      message: 'A community needs an owner. Make somebody else an owner first.',
    });
    const second = await buildStaff(app, 'owner');
    const responses = await Promise.all([
      setRole(owner, second.id, 'member'),
      setRole(second, owner.id, 'moderator' satisfies MemberRole),
    ]);
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    expect(await db.selectFrom('staff').select('user_id').where('role', '=', 'owner').execute()).toHaveLength(1);
  });

  it('does not let two owners ban each other concurrently', async () => {
    const second = await buildStaff(app, 'owner');
    const reasons = { rule: 'No spam', statement: 'It is spam.' };
    const body = { posted: 'none' as const, cases: true, action: 'ban' as const, ...reasons };
    const ban = (by: TestMember, of: TestMember) =>
      app.call(startSweep, { token: by.token, params: { id: of.id }, body });
    const responses = await Promise.all([ban(owner, second), ban(second, owner)]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    const banned = db.selectFrom('sanctions').select('user_id').where('user_id', 'in', [owner.id, second.id]);
    expect(await banned.execute()).toHaveLength(1);
  });

  it('keeps the last owner from deleting the account, even if two owners delete theirs concurrently', async () => {
    const remove = ({ token }: TestMember) => app.call(deleteAccount, { token, body: { password: PASSWORD } });
    const refusal = { status: 409, message: staffMessages.lastOwner.message };
    expect(await remove(owner)).toMatchObject(refusal);
    const second = await buildStaff(app, 'owner');
    const responses = await Promise.all([remove(owner), remove(second)]);
    expect(responses.filter(({ ok }) => ok)).toHaveLength(1);
    expect(responses.find(({ ok }) => !ok)).toMatchObject(refusal);
    expect(await db.selectFrom('staff').select('user_id').where('role', '=', 'owner').execute()).toHaveLength(1);
  });

  it('does not keep an owner in a community that everybody else has left', async () => {
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '<>', owner.id).execute();
    const body = { password: PASSWORD };
    expect(await app.call(deleteAccount, { token: owner.token, body })).toMatchObject({ ok: true });
  });

  it('of an owner stays if the only other one is being deleted', async () => {
    const second = await buildStaff(app, 'owner');
    await db.updateTable('users').set({ deleted_at: new Date() }).where('id', '=', second.id).execute();
    expect(await setRole(owner, owner.id, 'member')).toMatchObject({ status: 409 });
  });
});

describe('The first owner', () => {
  const open = (by: TestMember, token: string | null) =>
    app.call(becomeOwner, { token: by.token, body: { token: token ?? '' } });

  it('is the first member to open the link logged at startup, which works once and is stored as a hash', async () => {
    await db.deleteFrom('staff').execute();
    const lines = await describeFirstOwner(db, { publicUrl: 'https://example.org', role: 'all' });
    const token = /https:\/\/example\.org\/owner#(\S{43})$/.exec(lines[1] ?? '')?.[1] ?? '';
    const responses = await Promise.all([open(member, token), open(await buildMember(app), token)]);
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    expect(responses.find((response) => !response.ok)).toMatchObject({ status: 409 });
    const { rows } = await sql`SELECT 1 FROM owner_links`.execute(db);
    expect(rows).toEqual([]);
    expect(await describeFirstOwner(db, { publicUrl: 'https://example.org', role: 'all' })).toEqual([]);
  });

  it('cannot be made by a wrong or expired link, or if there already is an owner', async () => {
    expect(await open(member, 'x'.repeat(43))).toMatchObject({ status: 409 });
    await db.deleteFrom('staff').execute();
    const token = await createOwnerLink(db);
    expect(await open(member, 'x'.repeat(43))).toMatchObject({ status: 422, errors: [{ field: 'token' }] });
    await sql`UPDATE owner_links SET expires_at = now()`.execute(db);
    expect(await open(member, token)).toMatchObject({ status: 422, errors: [{ field: 'token' }] });
  });

  it("can be made by the server's operator, once", async () => {
    expect(await makeOwner(db, member.id)).toBe(true);
    expect(await makeOwner(db, member.id)).toBe(false);
    expect(await entriesOf(member.id)).toEqual([
      { actor_id: null, action: 'role', details: { from: 'member', to: 'owner' } },
    ]);
  });
});

it('The audit log refuses every change and deletion in SQL', async () => {
  await setRole(owner, member.id, 'moderator');
  for (const statement of ["UPDATE audit_log SET action = 'x'", 'DELETE FROM audit_log', 'TRUNCATE audit_log'])
    await expect(sql.raw(statement).execute(db)).rejects.toThrow('rows of audit_log are never changed or deleted');
});
