import { decideDemo, markDemo } from '@afterhours/server/start/demo-marker.ts';
import { buildMember } from '@afterhours/server/testing/rows/members.ts';
import { buildTestApp } from '@afterhours/server/testing/test-app.ts';
import { describe, expect, it } from 'vitest';

const wish = { empty: false, demo: false, reachable: false };

describe('The decision about the demo community', () => {
  it('fills an empty database, and remembers a refusal', async () => {
    const other = await buildTestApp();
    const { db } = other.services;
    expect(await decideDemo(db, wish)).toBe(true);
    expect(await decideDemo(db, { ...wish, empty: true })).toBe(false);
    expect(await decideDemo(db, wish)).toBe(false);
    // By the command it is still possible, once.
    expect(await markDemo(db, true)).toBe(true);
    expect(await markDemo(db, true)).toBe(false);
    await other.close();
  });

  it('makes none without a request where others can reach the server, and one with it', async () => {
    const other = await buildTestApp();
    const { db } = other.services;
    const reachable = { ...wish, reachable: true };
    expect(await decideDemo(db, reachable)).toBe(false);
    expect(await decideDemo(db, wish)).toBe(false);
    expect(await decideDemo(db, { ...reachable, demo: true })).toBe(true);
    await buildMember(other);
    expect(await decideDemo(db, { ...reachable, demo: true })).toBe(false);
    await other.close();
  });
});
