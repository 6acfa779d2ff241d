import * as account from '@afterhours/contract/account/account';
import { changeEmail, confirmEmail, emailChangeMessages } from '@afterhours/contract/account/email-change';
import { codeMessages } from '@afterhours/contract/account/mailed-code';
import { signInMessages } from '@afterhours/contract/account/sign-in';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, PASSWORD, signIn, type TestMember } from '#testing/rows/members.ts';
import { codeOf } from '#testing/sign-in/authenticator.ts';
import { turnOnTwoFactor } from '#testing/sign-in/two-factor.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let memberCount = 0;
let newEmail: string;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app);
  newEmail = `new${++memberCount}@example.com`;
});
afterAll(() => app.close());

const requestChange = (body: object = {}) =>
  app.call(changeEmail, { token: ana.token, body: { newEmail, password: PASSWORD, ...body } });
const confirm = (code: string) => app.call(confirmEmail, { token: ana.token, body: { code } });
const mailedCode = async (): Promise<string> => /\b\d{6}\b/.exec((await app.mail.next(newEmail)).text)?.[0] ?? '';

describe('Changing the email address', () => {
  it('requires the password and the code mailed to the new address, and mails a notice to the old one', async () => {
    expect(await requestChange({ newEmail: newEmail.toUpperCase() })).toMatchObject({
      ok: true,
      message: emailChangeMessages.codeSent.message,
    });
    const code = await mailedCode();
    expect(await signIn(app, { email: ana.user.email, password: PASSWORD })).toBeDefined();
    const response = await confirm(` ${code.slice(0, 3)} - ${code.slice(3)}`);
    expect(response).toMatchObject({ ok: true, body: { email: newEmail, isUserVerified: true } });
    expect((await signIn(app, { email: newEmail, password: PASSWORD })).id).toBe(ana.id);
    const old = { email: ana.user.email, password: PASSWORD };
    expect(await app.call(account.login, { body: old })).toMatchObject({ status: 401 });
    for (;;) {
      const { subject } = await app.mail.next(ana.user.email);
      if (subject.startsWith('Your email address was changed')) break;
    }
    expect(await confirm(code)).toMatchObject({ status: 422 });
  });

  it('requires the correct password, and an address other than the current one', async () => {
    expect(await requestChange({ password: 'Wrong42pass' })).toMatchObject({
      status: 422,
      errors: [{ field: 'password', message: signInMessages.wrongPassword.message }],
    });
    expect(await requestChange({ newEmail: ana.user.email })).toMatchObject({
      status: 422,
      errors: [{ field: 'newEmail', message: emailChangeMessages.same.message }],
    });
    expect(await requestChange({ newEmail: 'x' })).toMatchObject({ status: 422, errors: [{ field: 'newEmail' }] });
    expect(await app.call(changeEmail, { body: { newEmail, password: PASSWORD } })).toMatchObject({ status: 401 });
  });

  it('reveals nothing about an address that another member has, and mails nothing to it', async () => {
    const other = await buildMember(app);
    const taken = await requestChange({ newEmail: other.user.email });
    expect({ ...taken, headers: null }).toEqual({ ...(await requestChange()), headers: null });
    await mailedCode();
    expect(app.mail.sentTo(other)).toEqual([]);
  });

  it('fails as with a wrong code when another member has taken the address in the meantime', async () => {
    await requestChange();
    const code = await mailedCode();
    await buildMember(app, { email: newEmail });
    expect(await confirm(code)).toMatchObject({
      status: 422,
      errors: [{ field: 'code', message: codeMessages.wrong.message }],
    });
    expect(await app.call(account.getProfile, { token: ana.token })).toMatchObject({ body: { email: ana.user.email } });
  });

  it('is cancelled after five wrong codes', async () => {
    await requestChange();
    const code = await mailedCode();
    const wrong = code === '000000' ? '000001' : '000000';
    for (let count = 0; count < 5; count++) expect(await confirm(wrong)).toMatchObject({ status: 422 });
    expect(await confirm(code)).toMatchObject({ status: 422 });
  });

  it('requires the second factor where it is on', async () => {
    const { secret } = await turnOnTwoFactor(app, ana);
    for (const code of [undefined, '000000'])
      expect(await requestChange({ code })).toMatchObject({ errors: [{ field: 'code' }] });
    expect(await requestChange({ code: codeOf(secret) })).toMatchObject({ ok: true });
  });

  it('corrects the wrong address of a new account and confirms it', async () => {
    ana = await buildMember(app, { confirmed: false });
    await requestChange();
    expect(await confirm(await mailedCode())).toMatchObject({ body: { isUserVerified: true } });
    expect(app.mail.sentTo(ana)).toEqual([]);
  });

  it('invalidates the links mailed to the old address', async () => {
    await app.call(account.forgotPassword, { body: { email: ana.user.email } });
    const link = /token=([\w-]+)/.exec((await app.mail.next(ana.user.email)).text)?.[1];
    await requestChange();
    await confirm(await mailedCode());
    const body = { token: link, newPassword: 'Another42light' };
    expect(await app.call(account.resetPassword, { body })).toMatchObject({ status: 422 });
  });
});
