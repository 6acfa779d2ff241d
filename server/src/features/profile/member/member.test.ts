import { setFollow } from '@afterhours/contract/people/follow';
import { getMember } from '@afterhours/contract/profile/member-profile';
import * as contract from '@afterhours/contract/profile/profile';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#db/statements/id.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const NOBODYS = '01a1fe0b-1345-70de-9139-23416f5fc456';
let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
});
beforeEach(async () => {
  ana = await buildMember(app, { profession: 'Potter' });
  ben = await buildMember(app);
});
afterAll(() => app.close());

async function read(viewer: TestMember | null, member: TestMember) {
  return (await succeed(app.call(getMember, { token: viewer?.token ?? null, params: { id: member.id } }))).body;
}

async function fill({ token }: TestMember): Promise<void> {
  const period = { startDate: '2015-01-01', endDate: '2016-01-01' };
  const job = { title: 'Potter', company_name: 'Kiln & Co', location: 'Porto', ...period };
  await app.call(contract.setBio, { token, body: { bio: 'Mugs, mostly.' } });
  await app.call(contract.createGoal, { token, body: { title: 'A stall', type: 'short', description: 'By spring' } });
  await app.call(contract.createSkill, { token, body: { title: 'Glazing' } });
  await app.call(contract.createEducation, { token, body: { title: 'Diploma', school: 'School', ...period } });
  await app.call(contract.createExperience, { token, body: job });
}

describe('The profile of a member', () => {
  it('is public, with name, entries and exact counts', async () => {
    await fill(ana);
    await app.call(updateProfile, { token: ana.token, body: { intro_details: 'Evenings at the wheel' } });
    await buildPost(app, ana);
    await app.call(setFollow, { token: ben.token, body: { action: 'follow', follow_user_id: ana.id } });
    const seen = await read(null, ana);
    expect(seen).toMatchObject({
      _id: ana.id,
      username: ana.user.username,
      profession: 'Potter',
      intro_details: 'Evenings at the wheel',
      country: 'Portugal',
      bio: 'Mugs, mostly.',
      goals: [{ title: 'A stall', type: 'short' }],
      skills: [{ title: 'Glazing' }],
      educations: [{ title: 'Diploma', endDate: '2016-01-01' }],
      experiences: [{ company_name: 'Kiln & Co', currently_working: false }],
      followersCount: 1,
      followingsCount: 0,
      connectionsCount: 0,
      postsCount: 1,
      follower: [],
      connectionStatus: 'none',
      connectionRequestId: null,
      viewerCan: { follow: false, connect: false, message: false, block: false, report: false },
    });
    expect((await read(ben, ana)).follower).toHaveLength(1);
    expect((await read(ana, ben)).follower).toEqual([]);
  });

  it('contains nothing private', async () => {
    const response = await app.http.inject({ url: `/api/users/${ana.id}`, headers: { authorization: ben.token } });
    const { body } = response.json();
    for (const field of ['email', 'phone', 'dob', 'gender', 'read_receipts', 'unreadMessages', 'needsDetails'])
      expect(body).not.toHaveProperty(field);
    expect(response.body).not.toContain(ana.user.email);
  });

  it('is a 404 for an unknown member', async () => {
    const response = await app.call(getMember, { token: ben.token, params: { id: NOBODYS } });
    expect(response).toMatchObject({ status: 404, message: 'This profile is no longer available.' });
    // `blocked` is the path of another call, the list of blocked members.
    expect(await app.call(getMember, { params: { id: 'blocked' } })).toMatchObject({ status: 401 });
  });

  it('allows a viewer every action, and members none on themselves', async () => {
    const all = { follow: true, connect: true, message: true, block: true, report: true };
    expect((await read(ben, ana)).viewerCan).toEqual(all);
    expect(Object.values((await read(ana, ana)).viewerCan)).toEqual([false, false, false, false, false]);
  });

  it('costs the same number of statements, whatever it contains', async () => {
    const count = () => app.countStatements(() => read(ben, ana));
    const before = await count();
    await fill(ana);
    await app.call(contract.createSkill, { token: ana.token, body: { title: 'Trimming' } });
    expect(await count()).toBe(before);
    expect(before).toBe(1);
  });
});

describe('The connection to a member', () => {
  const invite = async (from: TestMember, to: TestMember, status: 'pending' | 'rejected') => {
    const request = { id: newId(), from_user_id: from.id, to_user_id: to.id, status, note: null };
    await app.services.db.insertInto('connection_requests').values(request).execute();
    return request.id;
  };
  const states = async () => {
    const both = [await read(ana, ben), await read(ben, ana)];
    return both.map(({ connectionStatus, connectionRequestId }) => [connectionStatus, connectionRequestId]);
  };

  it('is sent on one side and received on the other while an invitation is pending', async () => {
    const request = await invite(ana, ben, 'pending');
    expect(await states()).toEqual([
      ['sent', request],
      ['received', request],
    ]);
    expect(await read(null, ben)).toMatchObject({ connectionStatus: 'none', connectionRequestId: null });
  });

  it('still looks sent to the sender of an ignored invitation', async () => {
    const request = await invite(ana, ben, 'rejected');
    expect(await states()).toEqual([
      ['sent', request],
      ['none', null],
    ]);
  });

  it('is connected for both', async () => {
    await invite(ana, ben, 'rejected');
    const relationships = [
      { user_id: ana.id, other_user_id: ben.id },
      { user_id: ben.id, other_user_id: ana.id },
    ];
    await app.services.db.insertInto('connections').values(relationships).execute();
    expect(await states()).toEqual([
      ['connected', null],
      ['connected', null],
    ]);
  });
});

describe('Presence on a profile', () => {
  const hide = (member: TestMember, show_presence = 'Off') =>
    app.call(updateProfile, { token: member.token, body: { show_presence } });
  const hidden = { login_time: null, updatedAt: null };

  it('is visible to members, unless either side hides theirs', async () => {
    const [online, seen] = [new Date('2026-11-21T20:00:00Z'), new Date('2026-11-21T21:00:00Z')];
    const presence = { login_time: online, last_seen_at: seen };
    await app.services.db.updateTable('users').set(presence).where('id', '=', ana.id).execute();
    const shown = { login_time: online.toISOString(), updatedAt: seen.toISOString() };
    expect(await read(ben, ana)).toMatchObject(shown);
    expect(await read(null, ana)).toMatchObject(hidden);
    await hide(ana);
    expect(await read(ben, ana)).toMatchObject(hidden);
    await hide(ana, 'On');
    await hide(ben);
    expect(await read(ben, ana)).toMatchObject(hidden);
    await hide(ben, 'On');
    await app.services.db.updateTable('users').set({ login_time: null }).where('id', '=', ana.id).execute();
    expect(await read(ben, ana)).toMatchObject({ ...shown, login_time: null });
  });
});
