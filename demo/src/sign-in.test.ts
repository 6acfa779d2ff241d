import { getProfile, login } from '@afterhours/contract/account/account';
import { newPassword } from '@afterhours/contract/account/passwords';
import { parseConfig } from '@afterhours/server/config/config.ts';
import { closeDemo, demoSignIn, isDemoOpen, openDemoSignIn } from '@afterhours/server/start/demo-sign-in.ts';
import { signIn } from '@afterhours/server/testing/rows/members.ts';
import { buildTestApp, type TestApp } from '@afterhours/server/testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fillDemo } from './fill.ts';
import { drawBlanks } from './testing/blank-pictures.ts';

const local = demoSignIn(parseConfig({}, '/tmp'));
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
  await fillDemo(app.services, { onProgress: () => undefined, draw: drawBlanks });
});
afterAll(() => app.close());

describe("The demo member's published password", () => {
  const everywhere = parseConfig({ HOST: '0.0.0.0' }, '/tmp');

  it('is used only if no other machine can reach the server; otherwise the password is random', () => {
    const [first, second] = [demoSignIn(everywhere), demoSignIn(everywhere)];
    expect(first.email).toBe(local.email);
    expect(new Set([first.password, second.password, local.password]).size).toBe(3);
    expect(newPassword().safeParse(first.password).success).toBe(true);
  });

  it('stops working once others can reach the server, and its sessions end', async () => {
    const { db } = app.services;
    const { token } = await signIn(app, local);
    expect(await closeDemo(db, parseConfig({}, '/tmp'))).toBeNull();
    expect(await isDemoOpen(db)).toBe(true);
    // Each start prints it while it works.
    expect(await openDemoSignIn(db, parseConfig({}, '/tmp'))).toEqual(local);
    expect(await openDemoSignIn(db, everywhere)).toBeNull();
    const changed = await closeDemo(db, everywhere);
    expect(await isDemoOpen(db)).toBe(false);
    expect(await app.call(login, { body: local })).toMatchObject({ status: 401 });
    await expect.poll(async () => (await app.call(getProfile, { token })).status).toBe(401);
    expect(await app.call(login, { body: changed })).toMatchObject({ ok: true });
    expect(await closeDemo(db, everywhere)).toBeNull();
    expect(await openDemoSignIn(db, parseConfig({}, '/tmp'))).toBeNull();
  });
});
