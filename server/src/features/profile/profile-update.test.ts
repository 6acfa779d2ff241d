import { getProfile } from '@afterhours/contract/account/account';
import { updateProfile, updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { uploadPostFiles, uploadUserImage } from '@afterhours/contract/uploads';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { releaseUnused } from '#features/uploads/commands.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildTestApp, type TestApp } from '../../testing/test-app.ts';
import { toProfileColumns } from './profile-update-queries.ts';

const UNKNOWN = 'One of the files is no longer available. Please attach it again.';
let app: TestApp;
let ana: TestMember;
let picture: Buffer;

beforeAll(async () => {
  app = await buildTestApp();
  picture = await buildPng(30, 20);
});
beforeEach(async () => {
  ana = await buildMember(app);
});
afterAll(() => app.close());

const update = (body: object, member: Pick<TestMember, 'token'> | null = ana) =>
  app.call(updateProfile, { token: member?.token ?? null, body });

async function upload(member = ana, route: typeof uploadUserImage = uploadUserImage): Promise<string> {
  const form = buildForm({}, [{ field: 'file', name: 'a.png', bytes: picture }]);
  return (await succeed(app.call(route, { token: member.token, form }))).body.filename;
}

it('Every field of a change is stored in a column', () => {
  const read = new Set<unknown>();
  toProfileColumns(new Proxy({}, { get: (_target, field) => void read.add(field) }));
  expect(read).toEqual(new Set(Object.keys(updateProfileBody.shape)));
});

it('A member can change the visibility of the profile twenty times a day, and other fields freely', async () => {
  // Rate limits are off in other tests.
  const limited = await buildTestApp({ RATE_LIMIT_FACTOR: '50' });
  const { token } = await buildMember(limited);
  const send = (body: object) => limited.call(updateProfile, { token, body });
  for (let count = 0; count < 20; count++)
    expect(await send({ visibility: count % 2 ? 'public' : 'members' })).toMatchObject({ ok: true });
  expect(await send({ visibility: 'members' })).toMatchObject({ status: 429 });
  expect(await send({ firstName: 'Ana' })).toMatchObject({ ok: true, body: { visibility: 'public' } });
  await limited.close();
});

it('A change that others see reaches the tabs that show the member, also with a new visibility', async () => {
  const reached: string[] = [];
  app.services.touched.onMember((userId) => void (userId === ana.id && reached.push('member')));
  app.services.touched.onAnything(() => void reached.push('anything'));
  const reachedBy = async (body: object) => {
    expect(await update(body)).toMatchObject({ ok: true });
    return reached.splice(0);
  };
  expect(await reachedBy({ like_notification: 'Off', messages_from: 'known' })).toEqual([]);
  expect(await reachedBy({ firstName: 'Anouk', like_notification: 'On' })).toEqual(['member']);
  expect(await reachedBy({ indexable: true })).toEqual(['member']);
  expect(await reachedBy({ visibility: 'members' })).toEqual(['anything']);
  expect(await reachedBy({ visibility: 'public', firstName: 'Ana' })).toEqual(['anything', 'member']);
});

describe("Updating one's own profile", () => {
  it('accepts any subset of the fields and leaves the rest', async () => {
    const fields = {
      firstName: ' Ana  Rita ',
      lastName: 'Sousa',
      username: 'Ana.Sousa',
      phone: '+351 912-345-678',
      dob: '29-02-1992',
      gender: 'female',
      country: 'Spain',
      profession: 'Potter',
      employment: 'Part-Time',
      education: 'Graduate',
      intro_details: 'Mugs,\nmostly.',
    };
    const changed = { ...fields, firstName: 'Ana Rita', username: 'ana.sousa', phone: '351912345678' };
    expect(await update(fields)).toMatchObject({ ok: true, message: 'Profile updated.', body: changed });
    const emptied = { profession: '', employment: null, education: '', intro_details: '' };
    const left = { ...changed, profession: null, employment: null, education: null, intro_details: null };
    expect(await update(emptied)).toMatchObject({ ok: true, body: left });
    expect(await update({})).toMatchObject({ ok: true, body: left });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: left });
  });

  it('works by POST, and as multipart without files', async () => {
    const posted = { ...updateProfile, method: 'POST' } as const;
    const form = buildForm({ firstName: 'Anabela', like_notification: 'Off' });
    expect(await app.call(posted, { token: ana.token, form })).toMatchObject({
      ok: true,
      body: { firstName: 'Anabela', like_notification: 'Off' },
    });
    const withFile = buildForm({}, [{ field: 'image', name: 'a.png', bytes: picture }]);
    expect(await app.call(updateProfile, { token: ana.token, form: withFile })).toMatchObject({ status: 422 });
  });

  it('never changes the email address or an unknown field', async () => {
    const response = await update({
      email: 'else@example.com',
      needsDetails: true,
      password_hash: 'x',
      firstName: 'Zoe',
    });
    expect(response).toMatchObject({
      ok: true,
      body: { email: ana.user.email, needsDetails: false, firstName: 'Zoe' },
    });
  });

  it('sets the switches, with their own message', async () => {
    const switches = {
      message_notification: 'Off',
      comment_notification: 'Off',
      like_notification: 'Off',
      event_notification: 'Off',
      follow_notification: 'Off',
      show_presence: 'Off',
      read_receipts: 'Off',
    };
    expect(await update(switches)).toMatchObject({ ok: true, message: 'Settings saved.', body: switches });
    expect(await update({ like_notification: 'On' })).toMatchObject({
      message: 'Settings saved.',
      body: { ...switches, like_notification: 'On' },
    });
    expect(await update({ like_notification: 'On', country: 'Spain' })).toMatchObject({
      message: 'Profile updated.',
    });
  });

  it.each([
    ['firstName', '', 'Fullname is required.'],
    ['firstName', null, 'Fullname is required.'],
    ['firstName', 'x'.repeat(51), 'Please use at most 50 characters.'],
    ['lastName', ' ', 'Lastname is required.'],
    ['username', 'ab', 'Use 3 to 30 letters, digits, periods or underscores.'],
    ['phone', '', 'Phone number is required.'],
    ['phone', '123456789', 'Invalid Phone Number.'],
    ['phone', '12345678901234', 'Phone number is not valid'],
    ['dob', '', 'DOB is required.'],
    ['dob', '31-02-2000', 'This date does not exist.'],
    ['dob', '01-01-2020', 'You must be at least 18 years old to join.'],
    ['gender', 'other', 'Gender is required.'],
    ['country', '', 'Country is required.'],
    ['employment', 'Sometimes', 'Please choose from the list.'],
    ['education', 'Doctor', 'Please choose from the list.'],
    ['intro_details', 'x'.repeat(301), 'Please use at most 300 characters.'],
    ['like_notification', 'on', "This must be 'On' or 'Off'."],
    ['image', '../../etc/passwd.jpg', UNKNOWN],
  ])('rejects %s = %j', async (field, value, message) => {
    expect(await update({ [field]: value })).toMatchObject({ status: 422, errors: [{ field, message }] });
  });

  it('accepts values just within the limits', async () => {
    const fields = { firstName: 'x'.repeat(50), phone: '1234567890', intro_details: 'x'.repeat(300) };
    expect(await update(fields)).toMatchObject({ ok: true, body: fields });
  });

  it('is closed to guests', async () => {
    expect(await update({ firstName: 'Zoe' }, null)).toMatchObject({ status: 401 });
  });
});

describe('A username', () => {
  const taken = { status: 409, message: 'That username is already taken.' };

  it('belongs to one member, whatever its case, and can be set again by that member', async () => {
    const ben = await buildMember(app);
    const response = await update({ username: ben.user.username.toUpperCase(), firstName: 'Zoe' });
    expect(response).toMatchObject(taken);
    expect(response).not.toHaveProperty('errors');
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { firstName: ana.user.firstName } });
    expect(await update({ username: ana.user.username })).toMatchObject({ ok: true });
  });

  it('goes to one of several members who request it concurrently', async () => {
    const members = await Promise.all(Array.from({ length: 5 }, () => buildMember(app)));
    const responses = await Promise.all(members.map((member) => update({ username: 'wanted.by.all' }, member)));
    expect(responses.filter((response) => response.ok)).toHaveLength(1);
    for (const response of responses.filter((one) => !one.ok)) expect(response).toMatchObject(taken);
  });
});

describe('A picture of a member', () => {
  const put = async (fields: object): Promise<string> => {
    return (await succeed(update(fields))).message;
  };
  /** Returns the names whose files can be served. */
  const files = async (names: string[]): Promise<string[]> => {
    const sizes = await Promise.all(names.map((name) => app.services.storage.size(`users/${name}`)));
    return names.filter((_name, index) => sizes[index] !== null);
  };
  /** Lets a day pass and releases what is unused. */
  const passDay = async (): Promise<void> => {
    const { db } = app.services;
    await db.updateTable('uploads').set({ created_at: sql`created_at - interval '25 hours'` }).execute();
    await releaseUnused(app.services);
  };

  it("must be the member's own upload, is in use from then on, and has its own message per place", async () => {
    const [image, cover] = [await upload(), await upload()];
    expect(await put({ image })).toBe('Profile image updated');
    expect(await put({ cover_image: cover })).toBe('Cover image updated');
    expect(await put({ image, cover_image: cover })).toBe('Profile updated.');
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { image, cover_image: cover } });
    await passDay();
    expect(await files([image, cover])).toEqual([image, cover]);
  });

  it('is rejected if it belongs to another member, to a post, or to nobody, without changing anything', async () => {
    const ben = await buildMember(app);
    const [mine, bens, posts] = [await upload(), await upload(ben), await upload(ana, uploadPostFiles as never)];
    await put({ image: mine });
    for (const name of [bens, posts, 'nothing.jpg']) {
      const response = await update({ cover_image: name, firstName: 'Changed' });
      expect(response).toMatchObject({ status: 422, errors: [{ field: 'cover_image', message: UNKNOWN }] });
    }
    const { body } = (await app.call(getProfile, { token: ana.token })) as { body: object };
    expect(body).toMatchObject({ image: mine, cover_image: null, firstName: ana.user.firstName });
    expect(await update({ image: bens }, ben)).toMatchObject({ ok: true });
  });

  it('is deleted a day after it is replaced or removed', async () => {
    const [first, cover] = [await upload(), await upload()];
    await put({ image: first, cover_image: cover });
    await passDay();
    const second = await upload();
    await put({ image: second });
    await put({ cover_image: '' });
    await releaseUnused(app.services);
    expect(await files([first, second, cover])).toEqual([first, second, cover]);
    await passDay();
    await vi.waitFor(async () => expect(await files([first, second, cover])).toEqual([second]));
    expect(await update({ image: first })).toMatchObject({ status: 422, errors: [{ field: 'image' }] });
  });

  it('may be shown in both places, swap places, and be used again within a day', async () => {
    const [one, two] = [await upload(), await upload()];
    await put({ image: one, cover_image: one });
    await put({ image: two });
    await put({ image: one, cover_image: two });
    await put({ image: null, cover_image: null });
    await put({ image: two });
    await passDay();
    await vi.waitFor(async () => expect(await files([one, two])).toEqual([two]));
  });

  it('is the last of several that are set concurrently, and the others are deleted', async () => {
    const names = await Promise.all(Array.from({ length: 4 }, () => upload()));
    expect((await Promise.all(names.map((image) => update({ image })))).every((response) => response.ok)).toBe(true);
    const { body } = (await app.call(getProfile, { token: ana.token })) as { body: { image: string } };
    await passDay();
    await vi.waitFor(async () => expect(await files(names)).toEqual([body.image]));
  });
});
