import * as account from '@afterhours/contract/account/account';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectBlocked } from '#testing/database/waiting-for-lock.ts';
import { buildMember, buildSignup, PASSWORD, signIn } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { hashPassword } from './passwords.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());

const resetTokenOf = (text: string): string => /token=([\w-]+)/.exec(text)?.[1] ?? '';

async function linkToken(email: string): Promise<string> {
  await app.call(account.forgotPassword, { body: { email } });
  for (;;) {
    const token = resetTokenOf((await app.mail.next(email)).text);
    if (token) return token;
  }
}

describe('A forgotten password', () => {
  it('gets the same response for known and unknown addresses', async () => {
    const { user } = await buildMember(app);
    const known = await app.call(account.forgotPassword, { body: { email: user.email } });
    const unknown = await app.call(account.forgotPassword, { body: { email: 'nobody@example.com' } });
    expect({ ...known, headers: null }).toEqual({ ...unknown, headers: null });
  });

  it('can be reset once with the mailed link, which ends every session', async () => {
    const { user, token } = await buildMember(app);
    const link = await linkToken(user.email);
    const body = { token: link, newPassword: 'Another42light' };
    const responses = await Promise.all([1, 2, 3].map(() => app.call(account.resetPassword, { body })));
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    expect(await app.call(account.getProfile, { token })).toMatchObject({ status: 401 });
    expect(await app.call(account.login, { body: { email: user.email, password: PASSWORD } })).toMatchObject({
      status: 401,
    });
    expect(await app.call(account.login, { body: { email: user.email, password: 'Another42light' } })).toMatchObject({
      ok: true,
    });
  });

  it('can be reset with any of the three newest links, and the first use invalidates all of them', async () => {
    const { user } = await buildMember(app);
    const links: string[] = [];
    for (let count = 0; count < 4; count++) links.push(await linkToken(user.email));
    const [fourth = '', third = '', second = '', newest = ''] = links;
    const reset = (token: string) =>
      app.call(account.resetPassword, { body: { token, newPassword: 'Another42light' } });
    expect(await reset(fourth)).toMatchObject({ ok: false, status: 422 });
    expect(await reset(third)).toMatchObject({ ok: true });
    expect(await reset(second)).toMatchObject({ ok: false, status: 422 });
    expect(await reset(newest)).toMatchObject({ ok: false, status: 422 });
  });

  it('cannot be reset with an expired or forged link', async () => {
    const { user, id } = await buildMember(app);
    const newer = await linkToken(user.email);
    const reset = (token: string) =>
      app.call(account.resetPassword, { body: { token, newPassword: 'Another42light' } });
    expect(await reset('forged')).toMatchObject({ ok: false, status: 422 });
    await app.services.db
      .updateTable('reset_links')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', id)
      .execute();
    expect(await reset(newer)).toMatchObject({ ok: false, status: 422 });
  });

  it('gets no link at an address that the member gives up at the same moment', async () => {
    const ana = await buildMember(app);
    const { db } = app.services;
    await db.transaction().execute(async (tx) => {
      const email = `moved-${ana.user.email}`;
      await tx.updateTable('users').set({ email }).where('id', '=', ana.id).execute();
      await app.call(account.forgotPassword, { body: { email: ana.user.email } });
      await expectBlocked(app, 'reset_links');
    });
    const undone = sql`SELECT 1 FROM jobs.job WHERE name = 'account.mail' AND state IN ('created', 'active', 'retry')`;
    await expect.poll(async () => (await undone.execute(db)).rows.length).toBe(0);
    expect(await db.selectFrom('reset_links').selectAll().where('user_id', '=', ana.id).execute()).toEqual([]);
  });

  it('leaves no link in clear text in the job queue', async () => {
    const { user } = await buildMember(app);
    const link = await linkToken(user.email);
    const { rows } = await app.services.db.executeQuery<{ data: unknown }>({
      sql: 'SELECT data, output FROM jobs.job',
      parameters: [],
      query: { kind: 'RawNode', sqlFragments: [], parameters: [] },
      queryId: { queryId: 'jobs' },
    } as never);
    expect(JSON.stringify(rows)).not.toContain(link);
  });
});

describe('A new password', () => {
  it.each(['Password1', 'Aa123456', 'Qwerty123', 'Sunshine2026!', 'Afterhours1', 'Afterhours.Ana.42', 'Ana.Lima.1990'])(
    '%s is rejected as too easy to guess, at sign-up, change and reset',
    async (password) => {
      const fields = buildSignup({ password, firstName: 'Ana' });
      const message = 'This password is too easy to guess.';
      const joined = await app.call(account.signup, { body: fields });
      expect(joined).toMatchObject({ status: 422, errors: [{ field: 'password', message }] });
      const { token, user } = await buildMember(app, { firstName: 'Ana' });
      const body = { currentPassword: PASSWORD, newPassword: password };
      const changed = await app.call(account.changePassword, { token, body });
      expect(changed).toMatchObject({ status: 422, errors: [{ field: 'newPassword', message }] });
      await app.call(account.forgotPassword, { body: { email: user.email } });
      const link = resetTokenOf((await app.mail.next(user.email)).text);
      const reset = await app.call(account.resetPassword, { body: { token: link, newPassword: password } });
      expect(reset).toMatchObject({ status: 422, errors: [{ field: 'newPassword', message }] });
      const better = await app.call(account.resetPassword, { body: { token: link, newPassword: 'Another42light' } });
      expect(better).toMatchObject({ ok: true });
    },
  );

  it.each(['Lamplight2026', 'Lantern42light', 'Ana.reads.Tolstoy.3', 'AnaKarenina1'])(
    '%s is accepted',
    async (password) => {
      const response = await app.call(account.signup, { body: buildSignup({ password, firstName: 'Ana' }) });
      expect(response).toMatchObject({ ok: true });
    },
  );

  it('must differ from the current one', async () => {
    const { token } = await buildMember(app);
    const body = { currentPassword: PASSWORD, newPassword: PASSWORD };
    expect(await app.call(account.changePassword, { token, body })).toMatchObject({
      status: 422,
      errors: [{ field: 'newPassword', message: 'Please choose a password other than the current one.' }],
    });
  });
});

describe('A password change', () => {
  it('ends all other sessions and keeps this one', async () => {
    const { token, user } = await buildMember(app);
    const second = await signIn(app, { email: user.email, password: PASSWORD });
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    expect(await app.call(account.changePassword, { token, body })).toMatchObject({ ok: true });
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: true });
    expect(await app.call(account.getProfile, { token: second.token })).toMatchObject({ status: 401 });
  });

  it('invalidates the links that were mailed to reset the password', async () => {
    const { user, token } = await buildMember(app);
    const link = await linkToken(user.email);
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    expect(await app.call(account.changePassword, { token, body })).toMatchObject({ ok: true });
    const reset = { token: link, newPassword: 'Intruder42light' };
    expect(await app.call(account.resetPassword, { body: reset })).toMatchObject({ status: 422 });
  });

  it('does not undo a reset that is made while it is running', async () => {
    const { user, token, id } = await buildMember(app);
    const reset = await hashPassword('Another42light');
    const [locked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const resetting = app.services.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ password_hash: reset }).where('id', '=', id).execute();
      locked.resolve();
      await release.promise;
    });
    await locked.promise;
    const body = { currentPassword: PASSWORD, newPassword: 'Intruder42light' };
    const changing = app.call(account.changePassword, { token, body });
    await expectBlocked(app, 'password_hash');
    release.resolve();
    await resetting;
    expect(await changing).toMatchObject({ status: 422, errors: [{ field: 'currentPassword' }] });
    expect((await signIn(app, { email: user.email, password: 'Another42light' })).id).toBe(id);
  });

  it('requires the current password, under either field name', async () => {
    const { token } = await buildMember(app);
    const wrong = await app.call(account.changePassword, {
      token,
      body: { currentPassword: 'Wrong42pass', newPassword: 'Another42light' },
    });
    expect(wrong).toMatchObject({
      status: 422,
      errors: [{ field: 'currentPassword', message: 'Current password is incorrect.' }],
    });
    const absent = await app.call(account.changePassword, { token, body: { newPassword: 'Another42light' } });
    expect(absent).toMatchObject({
      status: 422,
      errors: [{ field: 'currentPassword', message: 'Current Password is required.' }],
    });
    expect(await app.call(account.changePassword, { token, body: {} })).toMatchObject({
      errors: [{ field: 'newPassword' }, { field: 'currentPassword' }],
    });
    expect(
      await app.call(account.changePassword, { token, body: { oldPassword: PASSWORD, newPassword: 'Another42light' } }),
    ).toMatchObject({ ok: true });
  });
});

describe('Password guessing', () => {
  it('is stopped after ten attempts per known or unknown account, even with the right password', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const body = buildSignup();
      await limited.call(account.signup, { body });
      for (const email of [body.email, 'nobody@example.com']) {
        const wrong = { email, password: 'Wrong42pass' };
        const tries = await Promise.all(Array.from({ length: 14 }, () => limited.call(account.login, { body: wrong })));
        expect(tries.filter((response) => !response.ok && response.status === 401)).toHaveLength(10);
        expect(tries.filter((response) => !response.ok && response.status === 429)).toHaveLength(4);
      }
      const right = await limited.call(account.login, { body: { email: body.email, password: PASSWORD } });
      expect(right).toMatchObject({ ok: false, status: 429 });
      expect(Number(right.headers['retry-after'])).toBeGreaterThan(60);
    } finally {
      await limited.close();
    }
  });

  it('is stopped early in two hundred attempts, from one network and from many', async () => {
    const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
    try {
      const body = buildSignup();
      await limited.call(account.signup, { body });
      const tryFrom = (address: string, email: string) =>
        limited.call(account.login, {
          body: { email, password: 'Wrong42pass' },
          headers: { 'x-forwarded-for': address },
        });
      const count = async (tries: Promise<{ status: number }>[]) =>
        (await Promise.all(tries)).filter((response) => response.status === 401).length;
      const many = Array.from({ length: 200 }, (_, index) => tryFrom(`10.0.0.${index}`, body.email));
      expect(await count(many)).toBe(10);
      const one = Array.from({ length: 200 }, (_, index) => tryFrom('10.9.9.9', `member-${index}@example.com`));
      expect(await count(one)).toBe(30);
    } finally {
      await limited.close();
    }
  });
});
