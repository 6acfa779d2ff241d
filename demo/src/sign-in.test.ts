import { getProfile, login, newPassword } from '@afterhours/contract/account/account';
import { parseConfig } from '@afterhours/server/config.ts';
import { closeDemo, demoSignIn, isDemoOpen } from '@afterhours/server/start/demo-sign-in.ts';
import { signIn } from '@afterhours/server/testing/rows/members.ts';
import { buildTestApp, type TestApp } from '@afterhours/server/testing/test-app.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sceneNames } from './content/craft.ts';
import { fillDemo } from './fill.ts';

const local = demoSignIn(parseConfig({}, '/tmp'));
// No test looks at the pictures here, and drawing them takes seconds.
const blank = { width: 1, height: 1, placeholder: '', bytes: 1, files: [], alt: '' };
const blanks = Object.fromEntries(['female', 'male', 'cover', ...sceneNames].map((kind) => [kind, [blank]]));
let app: TestApp;

beforeAll(async () => {
  app = await buildTestApp();
  await fillDemo(app.services, { onProgress: () => undefined, draw: () => Promise.resolve(blanks) });
}, 60_000);
afterAll(() => app.close());

describe("The demo member's published password", () => {
  const everywhere = parseConfig({ HOST: '0.0.0.0' }, '/tmp');

  it('belongs to a community that only this machine can reach; elsewhere it is random', () => {
    const [one, two] = [demoSignIn(everywhere), demoSignIn(everywhere)];
    expect(one.email).toBe(local.email);
    expect(new Set([one.password, two.password, local.password]).size).toBe(3);
    expect(newPassword().safeParse(one.password).success).toBe(true);
  });

  it('is invalid after others can reach the server, with its sessions', async () => {
    const { db } = app.services;
    const { token } = await signIn(app, local);
    expect(await closeDemo(db, parseConfig({}, '/tmp'))).toBeNull();
    expect(await isDemoOpen(db)).toBe(true);
    const changed = await closeDemo(db, everywhere);
    expect(await isDemoOpen(db)).toBe(false);
    expect(await app.call(login, { body: local })).toMatchObject({ status: 401 });
    await expect.poll(async () => (await app.call(getProfile, { token })).status).toBe(401);
    expect(await app.call(login, { body: changed })).toMatchObject({ ok: true });
    expect(await closeDemo(db, everywhere)).toBeNull();
  });
});
