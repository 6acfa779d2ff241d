import { getProfile, login } from '@afterhours/contract/account/account';
import { reportMember } from '@afterhours/contract/moderation/moderation';
import { setMemberRole } from '@afterhours/contract/moderation/staff';
import * as auditLog from '@afterhours/contract/moderation/staff-audit';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import * as contract from '@afterhours/contract/moderation/staff-people';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { explain } from '#testing/database/plans.ts';
import { buildMember, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { changeSettings } from '#testing/rows/settings.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { selectAudit } from './audit-queries.ts';
import { writeFactorsRemoved } from './factors-mail.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let owner: TestMember;
let moderator: TestMember;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
  moderator = await buildStaff(app, 'moderator');
});
beforeEach(async () => {
  ana = await buildMember(app, { firstName: 'Zoraida', lastName: 'Quintero' });
});
afterAll(() => app.close());

const search = async (keyword: string, by = moderator) => {
  return (await succeed(app.call(contract.listStaffPeople, { token: by.token, query: { keyword } }))).body;
};
type Act = typeof contract.endMemberSessions | typeof contract.confirmMemberEmail | typeof contract.sendMemberReset;
const act = (route: Act, id: string, by = owner) => app.call(route, { token: by.token, params: { id } });
const remove = (id: string, by = owner, body: object = { category: 'spam', words: 'Nothing but advertising.' }) =>
  app.call(contract.deleteMember, { token: by.token, params: { id }, body });
const audit = (query: object, by = owner) => app.call(auditLog.listAudit, { token: by.token, query });

describe('Staff tools for members', () => {
  it('find members by the start of each name or by a whole address, which only owners see', async () => {
    expect(await search('zora quin')).toMatchObject([{ user: { _id: ana.id }, email: null, role: 'member' }]);
    expect(await search(ana.user.email.toUpperCase(), owner)).toMatchObject([{ email: ana.user.email }]);
    for (const nobody of ['zora smith', ana.user.email.slice(0, -1), "'; DROP", '%'])
      expect(await search(nobody)).toEqual([]);
    const all = await app.call(contract.listStaffPeople, { token: moderator.token, query: { limit: '2' } });
    expect(all).toMatchObject({ body: [{ user: { _id: ana.id } }, {}], nextCursor: expect.any(String) });
  });

  it('show the decisions about a member, even if they are banned', async () => {
    await app.call(reportMember, { token: owner.token, body: { userId: ana.id } });
    const found = await app.call(listCases, { token: owner.token });
    const params = { id: found.ok ? (found.body[0]?._id ?? '') : '' };
    const body = { action: 'ban', rule: 'Be kind', statement: 'You are not.' };
    expect(await app.call(decideCase, { token: owner.token, params, body })).toMatchObject({ ok: true });
    const detail = { token: moderator.token, params: { id: ana.id } };
    expect(await app.call(contract.getStaffPerson, detail)).toMatchObject({
      body: {
        sanction: { until: null },
        sessions: 1,
        cases: 1,
        decisions: [{ action: 'ban', rule: 'Be kind', reversed: false, decidedBy: { _id: owner.id } }],
      },
    });
    expect((await search('zoraida'))[0]).toMatchObject({ user: { _id: ana.id }, sanction: { until: null } });
    const log = await audit({ member: ana.id });
    expect(log).toMatchObject({ body: [{ action: 'decided-ban', actor: { _id: owner.id }, member: { _id: ana.id } }] });
    detail.params.id = NOBODYS;
    expect(await app.call(contract.getStaffPerson, detail)).toMatchObject({ status: 404 });
  });

  it('end sessions, confirm the address and mail a reset link, each recorded in the audit log', async () => {
    const fresh = await buildMember(app, { confirmed: false });
    expect(await act(contract.endMemberSessions, fresh.id, moderator)).toMatchObject({ body: { ended: 1 } });
    expect(await app.call(getProfile, { token: fresh.token })).toMatchObject({ status: 401 });
    expect(await act(contract.confirmMemberEmail, fresh.id, moderator)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await act(contract.confirmMemberEmail, fresh.id)).toMatchObject({ ok: true });
    expect(await act(contract.confirmMemberEmail, fresh.id)).toMatchObject({ status: 409 });
    expect(await act(contract.sendMemberReset, fresh.id)).toMatchObject({ ok: true, body: null });
    expect((await app.mail.next(fresh.user.email)).text).toContain('/ResetPassword?token=');
    const entries = await audit({ member: fresh.id });
    expect(entries.ok && entries.body.map(({ action }) => action)).toEqual([
      'reset-sent',
      'email-confirmed',
      'sessions-ended',
    ]);
  });

  it('let only owners change the address, sign the member out, mail both addresses, and log it', async () => {
    const change = (newEmail: string, by = owner, id = ana.id) =>
      app.call(contract.changeMemberEmail, { token: by.token, params: { id }, body: { newEmail } });
    const { email } = ana.user;
    const devices = () =>
      app.services.db.selectFrom('known_devices').select('user_id').where('user_id', '=', ana.id).execute();
    expect(await devices()).toHaveLength(1);
    expect(await change('moved@example.com', moderator)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await change('nonsense')).toMatchObject({ status: 422, errors: [{ field: 'newEmail' }] });
    expect(await change(email)).toMatchObject({ status: 422, errors: [{ field: 'newEmail' }] });
    expect(await change(owner.user.email)).toMatchObject({ status: 409 });
    expect(await change('own@example.com', owner, owner.id)).toMatchObject({ status: 403, reason: 'own' });
    expect(await change('Moved@Example.com')).toMatchObject({ ok: true, body: { email: 'moved@example.com' } });
    const [away, here] = [await app.mail.next(email), await app.mail.next('moved@example.com')];
    expect(away.text).toContain('You can no longer sign in with this one.');
    expect(away.text).toContain('Hello Zoraida,');
    expect(here.text).toContain('Sign in with it from now on.');
    expect(here.text).not.toContain('Zoraida');
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ status: 401 });
    expect(await devices()).toEqual([]);
    expect(await app.call(login, { body: { email, password: PASSWORD } })).toMatchObject({ status: 401 });
    const moved = await app.call(login, { body: { email: 'moved@example.com', password: PASSWORD } });
    expect(moved).toMatchObject({ ok: true, body: { user: { _id: ana.id, isUserVerified: true } } });
    expect(await audit({ member: ana.id })).toMatchObject({ body: [{ action: 'email-changed' }] });
  });

  it('let owners with a recent factor remove lost factors, and mail the member the reason', async () => {
    const removeFactors = (by = owner, id = ana.id, body: object = { words: 'You lost your phone.' }) =>
      app.call(contract.removeMemberFactors, { token: by.token, params: { id }, body });
    const { db, sessions } = app.services;
    expect(await removeFactors()).toMatchObject({ status: 409 });
    await db.updateTable('users').set({ two_factor_enabled_at: new Date() }).where('id', '=', ana.id).execute();
    await db.insertInto('two_factor').values({ user_id: ana.id, secret: 'sealed' }).execute();
    await sql`
      INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
      VALUES (uuidv7(), ${ana.id}::uuid, ${ana.id}::text::bytea, '', 0, '{}', FALSE, 'x.example', 'Key')`.execute(db);
    const detail = () => app.call(contract.getStaffPerson, { token: owner.token, params: { id: ana.id } });
    expect(await detail()).toMatchObject({ body: { twoFactorEnabled: true, passkeys: 1 } });
    expect(await removeFactors(moderator)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await removeFactors(owner, owner.id)).toMatchObject({ status: 403, reason: 'own' });
    expect(await removeFactors(owner, NOBODYS)).toMatchObject({ status: 404 });
    expect(await removeFactors(owner, ana.id, { words: ' ' })).toMatchObject({ errors: [{ field: 'words' }] });
    const prove = async (minutes: number) => {
      const { rows } = await sql<{ id: string }>`
        UPDATE sessions SET factor_proven_at = now() - make_interval(mins => ${minutes})
        WHERE user_id = ${owner.id}::uuid RETURNING id`.execute(db);
      for (const { id } of rows) sessions.drop(id);
    };
    await prove(11);
    expect(await removeFactors()).toMatchObject({ status: 403, reason: 'factor' });
    await prove(0);
    expect(await removeFactors()).toMatchObject({ ok: true, body: { passkeys: 1, twoFactor: true } });
    expect(await removeFactors()).toMatchObject({ status: 409 });
    expect((await app.mail.next(ana.user.email)).text).toMatch(/Their message: You lost your phone\.[\s\S]*by a link/);
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ status: 401 });
    expect(await detail()).toMatchObject({ body: { twoFactorEnabled: false, passkeys: 0, sessions: 0 } });
    const signedIn = await app.call(login, { body: { email: ana.user.email, password: PASSWORD } });
    expect(signedIn).toMatchObject({ ok: true, body: { token: expect.any(String) } });
    const entries = await audit({ member: ana.id });
    expect(entries).toMatchObject({ body: [{ action: 'factors-removed', details: {} }] });
  });

  it('keep a passkey without which the member could no longer sign in', async () => {
    const { db, sessions } = app.services;
    const fresh = await buildMember(app, { confirmed: false });
    const { rows } = await sql<{ id: string }>`
      UPDATE sessions SET factor_proven_at = now() WHERE user_id = ${owner.id}::uuid RETURNING id`.execute(db);
    for (const { id } of rows) sessions.drop(id);
    await sql`
      INSERT INTO credentials (id, user_id, credential_id, public_key, counter, transports, backed_up, rp_id, label)
      VALUES (uuidv7(), ${fresh.id}::uuid, ${fresh.id}::text::bytea, '', 0, '{}', FALSE, 'x.example', 'Key')`.execute(
      db,
    );
    await sql`UPDATE users SET password_hash = NULL WHERE id = ${fresh.id}::uuid`.execute(db);
    const removeFactors = () =>
      app.call(contract.removeMemberFactors, {
        token: owner.token,
        params: { id: fresh.id },
        body: { words: 'You lost your phone.' },
      });
    expect(await removeFactors()).toMatchObject({
      status: 409,
      message: expect.stringContaining('could no longer sign in'),
    });
    const detail = { token: owner.token, params: { id: fresh.id } };
    expect(await app.call(contract.getStaffPerson, detail)).toMatchObject({ body: { passkeys: 1 } });
    await sql`UPDATE users SET email_verified_at = now() WHERE id = ${fresh.id}::uuid`.execute(db);
    expect(await removeFactors()).toMatchObject({ ok: true });
  });

  it('mention the provider in the mail about removed factors if it is the only way to sign in', () => {
    const removed = { to: 'ana@example.com', name: 'Ana', words: 'You lost your phone.' };
    const { text } = writeFactorsRemoved(removed, { appName: 'Afterhours', provider: 'Studio Login' });
    expect(text).toContain('Sign in with Studio Login.');
    expect(text).not.toMatch(/password|by a link/);
  });

  it("keep an owner's address, and mail no address that was never confirmed", async () => {
    const change = (id: string, newEmail: string) =>
      app.call(contract.changeMemberEmail, { token: owner.token, params: { id }, body: { newEmail } });
    const other = await buildStaff(app, 'owner');
    expect(await change(other.id, 'taken-over@example.com')).toMatchObject({ status: 403, reason: 'rank' });
    const fresh = await buildMember(app, { confirmed: false });
    expect(await change(fresh.id, 'fresh@example.com')).toMatchObject({ ok: true });
    await app.mail.next('fresh@example.com');
    expect(app.mail.sentTo(fresh)).toEqual([]);
  });

  it('let only owners delete a member, mail the reason, and log its category', async () => {
    expect(await remove(ana.id, moderator)).toMatchObject({ status: 403, reason: 'staff' });
    expect(await remove(ana.id, owner, { category: 'spam' })).toMatchObject({ errors: [{ field: 'words' }] });
    expect(await remove(ana.id, owner, { category: 'x', words: 'x' })).toMatchObject({
      errors: [{ field: 'category' }],
    });
    await changeSettings(app, { name: 'Night Owls' });
    expect((await Promise.all([remove(ana.id), remove(ana.id)])).filter(({ ok }) => ok)).toHaveLength(1);
    const { subject, text } = await app.mail.next(ana.user.email);
    expect(subject).toBe('Your Night Owls account has been deleted');
    expect(text).toContain('Nothing but advertising.');
    const body = { email: ana.user.email, password: PASSWORD };
    expect(await app.call(login, { body })).toMatchObject({ status: 401 });
    expect(await audit({ action: 'member-deleted' })).toMatchObject({
      body: [{ actor: { _id: owner.id }, subject: { _id: ana.id }, member: null, details: { reason: 'spam' } }],
    });
  });

  it("reject actions on one's own account, and moderators' actions on staff", async () => {
    expect(await act(contract.endMemberSessions, moderator.id, moderator)).toMatchObject({
      status: 403,
      reason: 'own',
    });
    expect(await act(contract.endMemberSessions, owner.id, moderator)).toMatchObject({ status: 403, reason: 'rank' });
    expect(await remove(owner.id)).toMatchObject({
      status: 403,
      reason: 'own',
      message: 'You cannot do this to yourself.',
    });
    expect(await act(contract.sendMemberReset, NOBODYS)).toMatchObject({ status: 404 });
  });
});

describe('The audit log', () => {
  it('is paged without gaps, by action or member, for owners only', async () => {
    const { token } = owner;
    for (const role of ['moderator', 'member', 'moderator', 'member'])
      await app.call(setMemberRole, { token, params: { id: ana.id }, body: { role } });
    expect(await audit({}, moderator)).toMatchObject({ status: 403, reason: 'staff' });
    const ids: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const page = await audit({ limit: '3', member: ana.id, ...(cursor ? { cursor } : {}) });
      if (!page.ok) throw new Error(page.message);
      ids.push(...page.body.map(({ _id }) => _id));
      cursor = page.nextCursor;
    }
    expect(ids).toHaveLength(4);
    expect(new Set(ids).size).toBe(4);
    const done = await audit({ member: owner.id, action: 'role' });
    expect(done.ok && done.body.length).toBeGreaterThan(3);
    expect(await audit({ action: 'dance' })).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
  });

  it('is exported as a CSV file that runs in no spreadsheet, and records the export', async () => {
    await app.services.db.updateTable('users').set({ first_name: '=1+1' }).where('id', '=', owner.id).execute();
    const get = (token: string) =>
      app.http.inject({ url: `/api${auditLog.AUDIT_EXPORT_PATH}`, headers: { authorization: `Bearer ${token}` } });
    expect((await get(moderator.token)).statusCode).toBe(403);
    const file = await get(owner.token);
    expect(file.headers['content-disposition']).toContain('audit-log.csv');
    const [head, ...lines] = file.body.trimEnd().split('\r\n');
    expect(head).toBe('\uFEFF"time","actor id","actor","action","subject","subject id","details"');
    expect(lines.at(-1)).toContain('"log-exported"');
    expect(lines.at(-1)).toContain(`"'=1+1 Lima"`);
    const { rows } = await sql<{ n: number }>`SELECT count(*)::integer AS n FROM audit_log`.execute(app.services.db);
    expect(lines).toHaveLength(rows[0]?.n ?? 0);
  });

  it('is exported with the filters of the list', async () => {
    const headers = { authorization: `Bearer ${owner.token}` };
    const get = async (query: Record<string, string>) => {
      const file = await app.http.inject({ url: `/api${auditLog.AUDIT_EXPORT_PATH}`, headers, query });
      return { status: file.statusCode, lines: file.body.trimEnd().split('\r\n').slice(1) };
    };
    const listed = await audit({ member: ana.id, action: 'role' });
    const { lines } = await get({ member: ana.id, action: 'role' });
    expect(lines).toHaveLength(listed.ok ? listed.body.length : 0);
    expect(lines.every((line) => line.includes('"role"') && line.includes(ana.id))).toBe(true);
    expect((await get({ action: '', member: '' })).lines.length).toBeGreaterThan(lines.length);
    expect((await get({ action: 'dance' })).status).toBe(422);
  });

  it('is read along an index, whatever the filter', async () => {
    const { db } = app.services;
    await sql`INSERT INTO audit_log (id, actor_id, action, subject_kind, subject_id)
      SELECT gen_random_uuid(), gen_random_uuid(), CASE WHEN n % 50 = 0 THEN 'reversed' ELSE 'case-claimed' END, 'case',
        gen_random_uuid() FROM generate_series(1, 20000) n`.execute(db);
    await sql`ANALYZE audit_log`.execute(db);
    const start = { limit: 20, after: null, offset: 0, page: null };
    for (const filters of [
      { action: null, memberId: null },
      { action: 'reversed', memberId: null },
      { action: null, memberId: ana.id },
    ] as const) {
      const plan = await explain(db, (one) => selectAudit(one, filters, start));
      expect(plan).toMatch(/Index (Only )?Scan (Backward )?(using|on) audit_log/);
      expect(plan).not.toContain('Seq Scan on audit_log');
    }
  });
});
