import { DAY_MS } from '@afterhours/contract/base/durations';
import { type JobField, jobMessages } from '@afterhours/contract/jobs/jobs';
import { deletePost, getPost, updatePost } from '@afterhours/contract/posts/posts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost, publishPost } from '#testing/rows/posts.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  ana = await buildMember(app);
  ben = await buildMember(app);
});
afterAll(() => app.close());

const dayIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

const basics = { postType: 'job', title: 'Baker', description: 'Bread on Saturdays' };
const terms = {
  employment: 'part-time',
  place: 'Lyon',
  remote: 'hybrid',
  countries: ['France', 'belgium'],
  payMin: 18,
  payMax: '22,50',
  payCurrency: 'EUR',
  payPeriod: 'hour',
  vacancy: true,
  aiScreening: 'false',
  applyUntil: dayIn(10),
};
const shown = {
  employment: 'part-time',
  place: 'Lyon',
  remote: 'hybrid',
  countries: ['France', 'Belgium'],
  pay: { min: 18, max: 22.5, currency: 'EUR', period: 'hour' },
  unpaid: null,
  vacancy: true,
  aiScreening: false,
  applyUntil: dayIn(10),
};

const publish = (fields: object) =>
  app.call(publishPost, { token: ana.token, body: { ...basics, ...terms, ...fields } });
const read = async (id: string, token: string | null = ben.token) => {
  return (await succeed(app.call(getPost, { token, params: { id } }))).body;
};

/** Returns the rejected fields, with the ids of their messages. */
async function rejectedFields(fields: object): Promise<Record<string, string | undefined>> {
  const response = await publish(fields);
  if (response.ok) return {};
  expect(response.status).toBe(422);
  return Object.fromEntries((response.errors ?? []).map(({ field, code }) => [field, code]));
}

describe('The terms of a job', () => {
  it('are returned to its author, to other members and to guests, with the pay as text for older clients', async () => {
    const response = await publish({});
    expect(response).toMatchObject({ ok: true, body: { job: shown, salary: '€18.00 – €22.50 an hour' } });
    if (!response.ok) return;
    expect((await read(response.body._id)).job).toMatchObject(shown);
    expect((await read(response.body._id, null)).job).toMatchObject(shown);
  });

  it('can be left out, as older clients do, and are null for posts of other types', async () => {
    const old = await buildPost(app, ana, { ...basics, opening: '2', salary: 'By arrangement' });
    expect(old).toMatchObject({ opening: '2', salary: 'By arrangement', job: { employment: null, pay: null } });
    expect((await read(old._id)).job).toEqual(old.job);
    expect((await buildPost(app, ana)).job).toBeNull();
    expect((await buildPost(app, ana, { ...terms })).job).toBeNull();
  });

  it('state openly that a job is unpaid', async () => {
    const unpaid = { payMin: '', payMax: '', payCurrency: '', payPeriod: '', unpaid: 'equity' };
    expect(await publish(unpaid)).toMatchObject({
      ok: true,
      body: { job: { pay: null, unpaid: 'equity' }, salary: 'Equity only' },
    });
  });

  it('require a kind, a place of work, and pay', async () => {
    expect(await rejectedFields({ employment: '' })).toEqual({ employment: jobMessages.employment.id });
    expect(await rejectedFields({ employment: undefined })).toEqual({ employment: jobMessages.employment.id });
    expect(await rejectedFields({ place: ' ', payMin: '', payMax: '' })).toEqual({
      place: jobMessages.place.id,
      payMin: jobMessages.pay.id,
    });
    expect(await rejectedFields({ remote: '', payCurrency: '', payPeriod: null })).toEqual({
      remote: jobMessages.remote.id,
      payCurrency: jobMessages.currency.id,
      payPeriod: jobMessages.period.id,
    });
    expect(await rejectedFields({ remote: 'full', place: '' })).toEqual({});
  });

  it.each<[JobField, unknown, keyof typeof jobMessages]>([
    ['payMax', 17.99, 'payOrder'],
    ['payMin', 0, 'amount'],
    ['payMin', -1, 'amount'],
    ['payMin', 1.234, 'amount'],
    ['payMin', 1e12, 'amount'],
    ['payMin', 'plenty', 'amount'],
    ['payCurrency', 'XXX', 'currency'],
    ['payCurrency', 'eu', 'currency'],
    ['payPeriod', 'decade', 'period'],
    ['unpaid', 'equity', 'paidAndUnpaid'],
    ['remote', 'moon', 'remote'],
    ['employment', 'hobby', 'employment'],
    ['applyUntil', '2027-02-30', 'notDate'],
    ['applyUntil', dayIn(-2), 'dateOver'],
    ['applyUntil', dayIn(32), 'dateFar'],
    ['countries', 'Malta,'.repeat(21), 'tooManyCountries'],
  ])('cannot have %s %s', async (field, value, message) => {
    expect(await rejectedFields({ [field]: value })).toMatchObject({ [field]: jobMessages[message].id });
  });

  it('can be changed one by one, and only by their author', async () => {
    const { _id } = await buildPost(app, ana, { ...basics, ...terms });
    const update = (fields: object, token = ana.token) => app.call(updatePost, { token, body: { _id, ...fields } });
    expect(await update({ place: 'Paris' })).toMatchObject({ ok: true, body: { job: { ...shown, place: 'Paris' } } });
    expect(await update({ payMin: 30 })).toMatchObject({ ok: false, status: 422 });
    expect(await update({ payMin: 20, payMax: '' })).toMatchObject({
      ok: true,
      body: { job: { pay: { min: 20, max: 20 } }, salary: '€20 an hour' },
    });
    expect(await update({ salary: 'A lot' })).toMatchObject({ ok: true, body: { salary: '€20 an hour' } });
    expect(await update({ place: 'Rome' }, ben.token)).toMatchObject({ ok: false, status: 403 });
    expect(await update({ place: 'Rome' }, '')).toMatchObject({ ok: false, status: 401 });
    expect((await read(_id)).job).toMatchObject({ place: 'Paris' });
  });

  it('can be added to a job that had none, even by concurrent calls', async () => {
    const { _id } = await buildPost(app, ana, { ...basics, salary: '€10' });
    const add = () => app.call(updatePost, { token: ana.token, body: { _id, ...terms } });
    for (const response of await Promise.all([add(), add(), add()]))
      expect(response).toMatchObject({ ok: true, body: { job: shown } });
    expect((await read(_id)).job).toMatchObject(shown);
    await app.call(deletePost, { token: ana.token, params: { id: _id } });
    const { db } = app.services;
    expect(await db.selectFrom('jobs').selectAll().where('post_id', '=', _id).execute()).toEqual([]);
  });
});
