import * as account from '@afterhours/contract/account/account';
import { deleteSession, listSessions } from '@afterhours/contract/account/sessions';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inTransaction } from '#db/statements/transaction.ts';
import { listen, openTabFor } from '#testing/calls/sockets.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, buildSignup, PASSWORD, signIn } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { openSession } from './loaders.ts';
import { insertSession } from './session-queries.ts';

let app: TestApp;
beforeAll(async () => {
  app = await buildTestApp();
});
afterAll(() => app.close());
afterEach(() => vi.useRealTimers());

const otpOf = (text: string): string => /\b\d{6}\b/.exec(text)?.[0] ?? '';

describe('Sign-up', () => {
  it('creates the member, derives a username and mails a code', async () => {
    const body = buildSignup({ firstName: 'José', lastName: 'Pérez' });
    const response = await app.call(account.signup, { body });
    expect(response).toMatchObject({
      ok: true,
      body: { user: { username: 'jose.perez', isUserVerified: false, dob: '01-02-1990' } },
    });
    expect(otpOf((await app.mail.next(body.email)).text)).toHaveLength(6);
  });

  it('gives a second member of the same name another username', async () => {
    const response = await app.call(account.signup, { body: buildSignup({ firstName: 'José', lastName: 'Pérez' }) });
    expect(response).toMatchObject({
      ok: true,
      body: { user: { username: expect.stringMatching(/^jose\.perez\d+$/) } },
    });
  });

  it('names all missing fields at once and repeats the text as msg', async () => {
    const response = await app.call(account.signup, { body: {} });
    expect(response).toMatchObject({ ok: false, status: 422, msg: expect.any(String) });
    if (response.ok) return;
    const byField = Object.fromEntries((response.errors ?? []).map((error) => [error.field, error.message]));
    expect(byField).toEqual({
      email: 'Email is required.',
      password: 'Password is required.',
      phone: 'Phone number is required.',
      firstName: 'Firstname is required.',
      lastName: 'Lastname is required.',
      dob: 'Date of birth is required.',
      country: 'Country is required.',
    });
  });

  it.each([
    ['email', 'ana+tag@example.com', 'Invalid email address.'],
    ['email', 'ána@example.com', 'Invalid email address.'],
    ['email', 'ana@example', 'Invalid email address.'],
    ['password', 'Short1a', 'Password must be at least 8 characters.'],
    ['password', 'alllower1', 'Password must contain an uppercase letter.'],
    ['password', 'ALLUPPER1', 'Password must contain a lowercase letter.'],
    ['password', 'NoDigitsHere', 'Password must contain a digit.'],
    ['phone', '123456789', 'Phone number is not valid'],
    ['phone', '12345678901234', 'Phone number is not valid'],
    ['phone', '0170 123 4567x', 'Phone number is not valid'],
    ['phone', '0170+1234567', 'Phone number is not valid'],
    ['country', 'Ger', 'Please choose a country from the list.'],
    ['country', ' ', 'Country is required.'],
    ['dob', '31-02-2000', 'This date does not exist.'],
    ['dob', '2000-01-01', 'Please enter the date as DD-MM-YYYY.'],
  ])('rejects the %s %s', async (field, value, message) => {
    const response = await app.call(account.signup, { body: buildSignup({ [field]: value }) });
    expect(response).toMatchObject({ ok: false, status: 422, errors: [{ field, message }] });
  });

  it.each([
    ['+49 170 1234567', '491701234567'],
    ['(0170) 123-45-67', '01701234567'],
    ['0170.123.45.67', '01701234567'],
    ['[020] 7946–0958', '02079460958'],
  ])('accepts the phone number %s and stores its digits', async (phone, kept) => {
    const response = await app.call(account.signup, { body: buildSignup({ phone }) });
    expect(response).toMatchObject({ ok: true, body: { user: { phone: kept } } });
  });

  it.each([
    ['portugal', 'Portugal'],
    ['USA', 'United States'],
    ['turkiye', 'Türkiye'],
    ['de', 'Germany'],
  ])('accepts %s as the country %s', async (country, name) => {
    const response = await app.call(account.signup, { body: buildSignup({ country }) });
    expect(response).toMatchObject({ ok: true, body: { user: { country: name } } });
  });

  it('accepts a member who turns 18 today in any time zone, and nobody a day younger', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-21T09:00:00Z') });
    const today = await app.call(account.signup, { body: buildSignup({ dob: '21-11-2008' }) });
    expect(today.ok).toBe(true);
    const tomorrow = await app.call(account.signup, { body: buildSignup({ dob: '22-11-2008' }) });
    expect(tomorrow).toMatchObject({ ok: false, status: 422, message: 'You must be at least 18 years old to join.' });
    vi.setSystemTime(new Date('2026-11-21T10:00:00Z'));
    expect((await app.call(account.signup, { body: buildSignup({ dob: '22-11-2008' }) })).ok).toBe(true);
  });

  it('allows one account per email address, whatever its case, even for concurrent callers', async () => {
    const body = buildSignup({ email: 'Twice@Example.com' });
    const responses = await Promise.all([1, 2, 3, 4].map(() => app.call(account.signup, { body })));
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    for (const response of responses.filter((one) => !one.ok)) {
      expect(response).toMatchObject({
        status: 409,
        message: 'Email is already registered.',
        msg: 'Email is already registered.',
      });
    }
  });

  it('rejects a username that is taken', async () => {
    const taken = buildSignup({ username: 'night.owl' });
    expect((await app.call(account.signup, { body: taken })).ok).toBe(true);
    const response = await app.call(account.signup, { body: buildSignup({ username: 'Night.Owl' }) });
    expect(response).toMatchObject({ ok: false, status: 409, message: 'That username is already taken.' });
  });
});

describe('Sign-in', () => {
  it('responds alike to an unknown address and a wrong password', async () => {
    const { user } = await buildMember(app);
    const wrong = await app.call(account.login, { body: { email: user.email, password: 'Wrong42pass' } });
    const unknown = await app.call(account.login, { body: { email: 'nobody@example.com', password: PASSWORD } });
    expect(wrong).toMatchObject({ ok: false, status: 401, message: 'Invalid email or password.' });
    expect(unknown).toMatchObject({ ok: false, status: 401, message: 'Invalid email or password.' });
  });

  it('opens no session when the password changes during the check', async () => {
    const { id } = await buildMember(app);
    const { db } = app.services;
    const { password_hash: old } = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    const session = { userId: id, passwordHash: old ?? '', userAgent: null, address: '127.0.0.1' };
    expect(await insertSession(db, { ...session, tokenHash: Buffer.from('before') })).toBe(true);
    await db.updateTable('users').set({ password_hash: 'another' }).where('id', '=', id).execute();
    expect(await insertSession(db, { ...session, tokenHash: Buffer.from('after') })).toBe(false);
  });

  it('registers no device when the password changes during the check', async () => {
    const { id } = await buildMember(app);
    const { db } = app.services;
    const listDevices = () => db.selectFrom('known_devices').selectAll().where('user_id', '=', id).execute();
    const before = await listDevices();
    const device = { token: null, setCookie: vi.fn() };
    const place = { userAgent: null, address: '127.0.0.1', device };
    const member = { userId: id, passwordHash: 'the old one', method: 'password' as const };
    expect(await inTransaction(app.services, (tx) => openSession(app.services, tx, member, place))).toBeNull();
    expect(device.setCookie).not.toHaveBeenCalled();
    expect(await listDevices()).toEqual(before);
  });

  it('stores only a hash of the token', async () => {
    const { token } = await buildMember(app);
    const rows = await app.services.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  it('accepts a bare token, and one in JSON quotes', async () => {
    const { token } = await buildMember(app);
    for (const authorization of [token, `Bearer "${token}"`, `bearer ${token}`]) {
      expect(await app.call(account.getProfile, { headers: { authorization } })).toMatchObject({ ok: true });
    }
  });

  it('ends the session on sign-out', async () => {
    const { token } = await buildMember(app);
    expect(await app.call(account.logout, { token })).toMatchObject({ ok: true });
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: false, status: 401 });
  });

  it("lists the member's sessions and ends one of them, but never another member's", async () => {
    const { token, user } = await buildMember(app);
    await app.call(account.login, { body: { email: user.email, password: PASSWORD } });
    const listed = await succeed(app.call(listSessions, { token }));
    expect(listed.body.filter((one) => one.current)).toHaveLength(1);
    const other = listed.body.find((one) => !one.current);
    const stranger = await buildMember(app);
    expect(await app.call(deleteSession, { token: stranger.token, params: { id: other?._id ?? '' } })).toMatchObject({
      status: 404,
    });
    expect(await app.call(deleteSession, { token, params: { id: other?._id ?? '' } })).toMatchObject({
      ok: true,
    });
  });

  it("notifies the member's other tabs, and nobody else's, as does the end of a session", async () => {
    const [ana, ben] = [await buildMember(app), await buildMember(app)];
    const origin = await listen(app);
    const [tab, others] = [await openTabFor('sessions', origin, ana), await openTabFor('sessions', origin, ben)];
    const second = await signIn(app, { email: ana.user.email, password: PASSWORD });
    await expect.poll(() => tab).toEqual([{}]);
    await app.call(account.logout, { token: second.token });
    await expect.poll(() => tab).toEqual([{}, {}]);
    expect(others).toEqual([]);
    await signIn(app, { email: ben.user.email, password: PASSWORD });
    await expect.poll(() => others).toEqual([{}]);
  });

  it('rejects an expired session', async () => {
    const { token, id } = await buildMember(app);
    await app.services.db
      .updateTable('sessions')
      .set({ expires_at: new Date(Date.now() - 1000) })
      .where('user_id', '=', id)
      .execute();
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: false, status: 401 });
  });
});

describe('The mailed code', () => {
  async function unverified() {
    const fields = buildSignup();
    await app.call(account.signup, { body: fields });
    return { ...(await signIn(app, fields)), otp: otpOf((await app.mail.next(fields.email)).text) };
  }

  it('confirms the address once', async () => {
    const { user, otp, token } = await unverified();
    const body = { email: user.email, otp };
    const pasted = { ...body, otp: ` ${otp.slice(0, 3)} ${otp.slice(3)}` };
    expect(await app.call(account.verifyOtp, { body: pasted })).toMatchObject({ ok: true });
    expect(await app.call(account.getProfile, { token })).toMatchObject({ ok: true, body: { isUserVerified: true } });
    expect(await app.call(account.verifyOtp, { body })).toMatchObject({ ok: false, status: 422 });
  });

  it('is invalid after five wrong attempts, and a new one replaces it', async () => {
    const { user, otp } = await unverified();
    const wrong = otp === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count++)
      await app.call(account.verifyOtp, { body: { email: user.email, otp: wrong } });
    expect(await app.call(account.verifyOtp, { body: { email: user.email, otp } })).toMatchObject({
      ok: false,
      status: 422,
    });
    await app.call(account.resendOtp, { body: { email: user.email } });
    const fresh = otpOf((await app.mail.next(user.email)).text);
    expect(await app.call(account.verifyOtp, { body: { email: user.email, otp: fresh } })).toMatchObject({ ok: true });
  });

  it('causes the same work for an unknown address', async () => {
    const { user } = await unverified();
    const nobody = 'nobody@example.com';
    const guess = (email: string) => () => app.call(account.verifyOtp, { body: { email, otp: '000000' } });
    const [known, unknown] = [await app.countStatements(guess(user.email)), await app.countStatements(guess(nobody))];
    expect(unknown).toBe(known);
    const { rows } = await app.database.pool.query("SELECT 1 FROM failed_attempts WHERE key LIKE 'no-code:00000000-%'");
    expect(rows).toHaveLength(1);
  });

  it('is invalid after ten minutes', async () => {
    const { user, otp, id } = await unverified();
    await app.services.db
      .updateTable('mailed_secrets')
      .set({ expires_at: new Date(Date.now() - 1) })
      .where('user_id', '=', id)
      .execute();
    expect(await app.call(account.verifyOtp, { body: { email: user.email, otp } })).toMatchObject({
      ok: false,
      status: 422,
    });
  });
});
