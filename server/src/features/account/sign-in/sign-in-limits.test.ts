import * as account from '@afterhours/contract/account/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildMember, buildSignup, PASSWORD, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let networks = 0;
let ana: TestMember;

beforeAll(async () => {
  app = await buildTestApp({ RATE_LIMIT_FACTOR: '1' });
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

/** Returns a network that no earlier call came from. */
const newNetwork = (): string => `10.1.${networks >> 8}.${networks++ & 255}`;
const newWideNetwork = (): string => `2001:db8:${(++networks).toString(16)}`;

type From = { address?: string; cookie?: string };
const headersOf = ({ address = newNetwork(), cookie }: From) => ({
  'x-forwarded-for': address,
  ...(cookie ? { cookie } : {}),
});

const signIn = (email: string, password: string, from: From = {}) =>
  app.call(account.login, { body: { email, password }, headers: headersOf(from) });

/** Returns the device cookie that a response sets. */
const cookieOf = (response: { headers: Record<string, unknown> }): string =>
  [response.headers['set-cookie']]
    .flat()
    .map(String)
    .find((cookie) => cookie.startsWith('device='))
    ?.split(';')[0] ?? '';

const times = <T>(count: number, work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => work(index)));
const countAdmitted = (responses: readonly { status: number }[]): number =>
  responses.filter(({ status }) => status !== 429).length;

describe("A network's limit", () => {
  it('counts the sign-ins of an IPv6 /64 together', async () => {
    const network = newWideNetwork();
    const tries = await times(60, (n) => signIn(`nobody${n}@example.com`, 'x', { address: `${network}:1::${n + 1}` }));
    expect(countAdmitted(tries)).toBe(30);
  });

  it('also counts the /48 around it, with eight times as many attempts', async () => {
    const network = newWideNetwork();
    const tries = await times(300, (n) => signIn(`nobody${n}@example.com`, 'x', { address: `${network}:${n}::1` }));
    expect(countAdmitted(tries)).toBe(240);
  });

  it('counts an IPv4 address in IPv6 form as the IPv4 address', async () => {
    const address = newNetwork();
    const tries = await times(60, (n) =>
      signIn(`nobody${n}@example.com`, 'x', { address: n % 2 ? address : `::ffff:${address}` }),
    );
    expect(countAdmitted(tries)).toBe(30);
  });

  it('counts codes', async () => {
    const network = newWideNetwork();
    const tries = await times(60, (n) =>
      app.call(account.verifyOtp, {
        body: { email: `nobody${n}@example.com`, otp: '123456' },
        headers: { 'x-forwarded-for': `${network}:1::${n + 1}` },
      }),
    );
    expect(countAdmitted(tries)).toBe(30);
  });

  it('allows five sign-ups an hour, including attempts with taken addresses', async () => {
    const network = newWideNetwork();
    const join = (n: number, fields: object = {}) =>
      app.call(account.signup, {
        body: buildSignup({ ...fields }),
        headers: { 'x-forwarded-for': `${network}:1::${n + 1}` },
      });
    for (let tries = 0; tries < 6; tries++) expect((await join(0, { password: 'Password1' })).status).toBe(422);
    expect((await join(0, { email: ana.user.email })).status).toBe(409);
    const responses = await times(8, (n) => join(n));
    expect(responses.filter((response) => response.ok)).toHaveLength(4);
    const refused = await join(9);
    expect(refused).toMatchObject({ status: 429, message: account.accountMessages.tooManySignUps.message });
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(900);
  });

  it('counts requested mails', async () => {
    const headers = headersOf({});
    const requests = await times(14, (n) =>
      app.call(account.forgotPassword, { body: { email: `nobody${n}@example.com` }, headers }),
    );
    expect(countAdmitted(requests)).toBe(10);
  });
});

describe("A stranger who knows a member's address", () => {
  it('cannot lock out a device that has signed in to the account before', async () => {
    const cookie = cookieOf(await signIn(ana.user.email, PASSWORD));
    expect(cookie).toMatch(/^device=[\w-]{43}$/);
    await times(12, () => signIn(ana.user.email, 'Wrong42pass'));
    expect(await signIn(ana.user.email, PASSWORD)).toMatchObject({ status: 429 });
    expect(await signIn(ana.user.email, PASSWORD, { cookie })).toMatchObject({ ok: true });
  });

  it("gets no attempts of their own with another account's cookie", async () => {
    const other = await buildMember(app);
    const cookie = cookieOf(await signIn(other.user.email, PASSWORD));
    const tries = await times(14, () => signIn(ana.user.email, 'Wrong42pass', { cookie }));
    expect(countAdmitted(tries)).toBe(10);
  });

  it('has at most ten attempts in fifteen minutes, even with a known device', async () => {
    const cookie = cookieOf(await signIn(ana.user.email, PASSWORD));
    const tries = await times(14, () => signIn(ana.user.email, 'Wrong42pass', { cookie }));
    expect(countAdmitted(tries)).toBe(10);
  });

  it('is no longer treated as a known device after a password change', async () => {
    const cookie = cookieOf(await signIn(ana.user.email, PASSWORD));
    const body = { currentPassword: PASSWORD, newPassword: 'Another42light' };
    const changed = await app.call(account.changePassword, { token: ana.token, body });
    expect(cookieOf(changed)).toMatch(/^device=/);
    await times(12, () => signIn(ana.user.email, 'Wrong42pass'));
    expect(await signIn(ana.user.email, 'Another42light', { cookie })).toMatchObject({ status: 429 });
    const kept = { cookie: cookieOf(changed) };
    expect(await signIn(ana.user.email, 'Another42light', kept)).toMatchObject({ ok: true });
  });

  it('cannot use up the mails that the member may request', async () => {
    const cookie = cookieOf(await signIn(ana.user.email, PASSWORD));
    const requestReset = (from: From) =>
      app.call(account.forgotPassword, { body: { email: ana.user.email }, headers: headersOf(from) });
    expect(countAdmitted(await times(8, () => requestReset({})))).toBe(5);
    expect(await requestReset({ cookie })).toMatchObject({ ok: true });
  });

  it('has thirty attempts a day at a code, separate from those of the browser that signed up', async () => {
    const fields = buildSignup();
    const cookie = cookieOf(await app.call(account.signup, { body: fields, headers: headersOf({}) }));
    const guess = (from: From) =>
      app.call(account.verifyOtp, { body: { email: fields.email, otp: '000000' }, headers: headersOf(from) });
    let guesses = 0;
    for (let quarter = 0; quarter < 5; quarter++) {
      guesses += countAdmitted(await times(12, () => guess({})));
      await app.database.pool.query("DELETE FROM failed_attempts WHERE key LIKE 'otp-account:%'");
    }
    expect(guesses).toBe(30);
    expect(await guess({ cookie })).toMatchObject({ status: 422 });
  });
});
