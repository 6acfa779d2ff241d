import * as automation from '@afterhours/contract/moderation/automation';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { endFiltering, filterOf } from '#testing/calls/filtering.ts';
import { succeed } from '#testing/calls/succeed.ts';
import type { TestMember } from '#testing/rows/members.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const { automationMessages, createFilter, defaultSwitches, getAutomation, setAutomation, updateFilter } = automation;
let app: TestApp;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
afterEach(() => endFiltering(app));
afterAll(() => app.close());

describe('A filter', () => {
  it('is added once by a call that is repeated with its key', async () => {
    const send = () =>
      app.call(createFilter, { token: owner.token, body: filterOf({}), headers: { 'idempotency-key': 'filter' } });
    const first = await succeed(send());
    expect(await send()).toMatchObject({ ok: true, body: { _id: first.body._id } });
    expect(await app.call(getAutomation, { token: owner.token })).toMatchObject({ body: { filters: [first.body] } });
  });
});

describe('Two owners at the same time', () => {
  it('do not overwrite each other’s changes of a filter unknowingly', async () => {
    const made = await succeed(app.call(createFilter, { token: owner.token, body: filterOf({}) }));
    const { _id: id, updatedAt, ...fields } = made.body;
    const change = (entries: string[], more: object = { updatedAt }) =>
      app.call(updateFilter, { token: owner.token, params: { id }, body: { ...fields, entries, ...more } });
    const both = await Promise.all([change(['casino', 'poker']), change(['casino', 'lottery'])]);
    expect(both.map((response) => (response.ok ? 200 : response.status)).toSorted((one, other) => one - other)).toEqual(
      [200, 409],
    );
    const present = both.flatMap((response) => (response.ok ? [response.body.updatedAt] : []))[0];
    const { message } = automationMessages.changedMeanwhile;
    expect(await change(['poker'])).toMatchObject({ status: 409, message });
    expect(await change(['poker'], { updatedAt: present })).toMatchObject({ ok: true, body: { entries: ['poker'] } });
    // Clients of the previous version do not say which version they have changed.
    expect(await change(['casino'], {})).toMatchObject({ ok: true });
    expect(await change(['casino'], { updatedAt: 'yesterday' })).toMatchObject({ status: 422 });
  });

  it('change different switches without resetting each other’s', async () => {
    const set = (body: object) => app.call(setAutomation, { token: owner.token, body });
    await Promise.all([set({ reporters: false }), set({ firstJobs: false })]);
    expect(await set({})).toMatchObject({ body: { ...defaultSwitches, reporters: false, firstJobs: false } });
    expect(await set(defaultSwitches)).toMatchObject({ body: defaultSwitches });
  });

  it('appear in the log only if they have changed a switch', async () => {
    const set = (body: object) => app.call(setAutomation, { token: owner.token, body });
    const countEntries = async () => {
      const log = await app.call(listAudit, { token: owner.token, query: { action: 'automation' } });
      return log.ok ? log.body.length : log.message;
    };
    const before = Number(await countEntries());
    await Promise.all([set({ newMembers: true }), set({ newMembers: true }), set({}), set({ reporters: true })]);
    expect(await countEntries()).toBe(before + 1);
    expect(await set(defaultSwitches)).toMatchObject({ body: defaultSwitches });
    expect(await countEntries()).toBe(before + 2);
    const log = await app.call(listAudit, { token: owner.token, query: { action: 'automation' } });
    expect(log.ok && log.body[0]?.details).toEqual({ settings: 'newMembers' });
  });
});
