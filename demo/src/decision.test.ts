import { decideDemo, markDemo } from '@afterhours/server/start/demo-marker.ts';
import { buildMember } from '@afterhours/server/testing/rows/members.ts';
import { buildTestApp } from '@afterhours/server/testing/test-app.ts';
import { describe, expect, it } from 'vitest';

const options = { empty: false, demo: false, reachable: false };

describe('The decision whether to create the demo community', () => {
  it('is yes for an empty database, and no once it was refused', async () => {
    const app = await buildTestApp();
    const { db } = app.services;
    expect(await decideDemo(db, options)).toBe(true);
    expect(await decideDemo(db, { ...options, empty: true })).toBe(false);
    expect(await decideDemo(db, options)).toBe(false);
    // The command can still fill the database, once.
    expect(await markDemo(db, true)).toBe(true);
    expect(await markDemo(db, true)).toBe(false);
    await app.close();
  });

  it('is no on a server that others can reach, unless the community is requested', async () => {
    const app = await buildTestApp();
    const { db } = app.services;
    const reachable = { ...options, reachable: true };
    expect(await decideDemo(db, reachable)).toBe(false);
    expect(await decideDemo(db, options)).toBe(false);
    expect(await decideDemo(db, { ...reachable, demo: true })).toBe(true);
    await buildMember(app);
    expect(await decideDemo(db, { ...reachable, demo: true })).toBe(false);
    await app.close();
  });
});
