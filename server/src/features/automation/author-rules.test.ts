import { createApplication } from '@afterhours/contract/jobs/applications';
import { createSavedSearch } from '@afterhours/contract/jobs/saved-searches';
import * as automation from '@afterhours/contract/moderation/automation';
import { automationMessages } from '@afterhours/contract/moderation/automation';
import { reportMember } from '@afterhours/contract/moderation/moderation';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { takeSeat } from '@afterhours/contract/webinars/webinars';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { matchSearches, sendDueNotifications } from '#features/saved-searches/commands.ts';
import { createFiltering, endFiltering } from '#testing/calls/filtering.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildSandboxToken, buildWebinar, pay } from '#testing/rows/payments.ts';
import { publishPost } from '#testing/rows/posts.ts';
import { buildSettled, settle } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

const FIRST_JOB = automationMessages.firstJob.message;
const REPORTED_HOST = automationMessages.reportedHost.message;
let app: TestApp;
let owner: TestMember;
let ana: TestMember;
let ben: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterEach(() => endFiltering(app));
afterAll(() => app.close());

const { addFilter, publish, read, made, caseOf, decide, ownDecisions } = createFiltering(() => ({ app, owner, ana }));
const publishJob = (by = ana, more: object = {}) =>
  publish('Early hours', by, { postType: 'job', title: 'Baker', ...more });
const set = (switches: object) =>
  app.call(automation.setAutomation, {
    token: owner.token,
    body: { newMembers: false, reporters: true, ...switches },
  });

describe("A new member's first job", () => {
  it('is held by a rule that its author can read, until a moderator lets it pass', async () => {
    const response = await publishJob();
    expect(response).toMatchObject({
      ok: true,
      message: `A moderator will review your post before others can see it. Rule: ${FIRST_JOB}`,
      body: { held: { rule: FIRST_JOB } },
    });
    const id = await made(response);
    expect(await read(id, ana)).toMatchObject({ body: { held: { rule: FIRST_JOB } } });
    for (const viewer of [ben, null]) expect(await read(id, viewer)).toMatchObject({ status: 404 });
    expect(
      await app.call(createApplication, { token: ben.token, params: { id }, body: { words: 'Hello' } }),
    ).toMatchObject({
      status: 404,
    });
    expect(await caseOf(id)).toMatchObject({
      subject: { kind: 'job' },
      source: 'automation',
      held: true,
      rules: [{ note: FIRST_JOB, effect: 'hold' }],
    });
    expect(await ownDecisions()).toMatchObject([{ action: 'hold', automated: true, byNotice: false, rule: FIRST_JOB }]);
    await decide(id, 'none');
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('is not held while only the demo member of a machine that nobody else can reach is on the staff', async () => {
    const setDemo = (isDemo: boolean) =>
      app.services.db.updateTable('staff').set({ without_second_factor: isDemo }).execute();
    await setDemo(true);
    const id = await made(await publishJob());
    expect(await read(id, ben)).toMatchObject({ ok: true });
    await setDemo(false);
    const held = await made(await publishJob(await buildMember(app)));
    expect(await read(held, ben)).toMatchObject({ status: 404 });
  });

  it('matches saved searches only after it has been let pass', async () => {
    await app.call(createSavedSearch, { token: ben.token, body: { query: { keyword: 'baker' } } });
    const countNotified = async () => {
      const response = await app.call(listNotifications, { token: ben.token, query: {} });
      return response.ok ? response.body.notifications.filter(({ kind }) => kind === 'jobMatched').length : -1;
    };
    const id = await made(await publishJob());
    await matchSearches(app.services, id);
    await sendDueNotifications(app.services);
    expect(await countNotified()).toBe(0);
    await decide(id, 'none');
    await matchSearches(app.services, id);
    // The job that the decision enqueued may be matching at the same time.
    await expect.poll(() => sendDueNotifications(app.services).then(countNotified)).toBe(1);
  });

  it('includes each of their jobs until one is let pass, so a second job is no way around the rule', async () => {
    const [first, second] = [await made(await publishJob()), await publishJob()];
    expect(second).toMatchObject({ body: { held: { rule: FIRST_JOB } } });
    await decide(first, 'none');
    expect(await publishJob()).toMatchObject({ message: 'Post published.' });
    await decide(await made(second), 'hide');
    expect(await publishJob()).toMatchObject({ message: 'Post published.' });
  });

  it('stays held whatever its author edits, and is exempt from the rule once it is let pass', async () => {
    await addFilter();
    const id = await made(await publishJob(ana, { description: 'A casino' }));
    const edit = (description: string) => app.call(updatePost, { token: ana.token, body: { _id: id, description } });
    for (const description of ['Early hours', 'Late hours'])
      expect(await edit(description)).toMatchObject({ body: { held: { rule: FIRST_JOB } } });
    expect(await read(id, ben)).toMatchObject({ status: 404 });
    await decide(id, 'none');
    expect(await edit('Any hours')).toMatchObject({ ok: true, message: 'Post saved.' });
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('is held only if its author is new and not staff, the community has staff, and the rule is on', async () => {
    expect(await publish('Not a job')).toMatchObject({ message: 'Post published.' });
    const [settled] = await buildSettled(app, 1);
    expect(await publishJob(settled)).toMatchObject({ message: 'Post published.' });
    expect(await publishJob(await buildStaff(app, 'moderator'))).toMatchObject({ message: 'Post published.' });
    expect(await set({ firstJobs: false })).toMatchObject({ body: { firstJobs: false, reportedHosts: true } });
    expect(await publishJob(ben)).toMatchObject({ message: 'Post published.' });
    // A page of the previous version sends only two switches.
    expect(await set({})).toMatchObject({ body: { firstJobs: false } });
    const other = await buildTestApp();
    const alone = await buildMember(other);
    const body = { postType: 'job', title: 'Baker', description: 'Early hours' };
    const sent = await other.call(publishPost, { token: alone.token, body });
    expect(sent).toMatchObject({ message: 'Post published.' });
    await other.close();
  });

  it('can be deleted by its author, after which the next one counts as the first', async () => {
    const id = await made(await publishJob());
    await app.call(deletePost, { token: ana.token, params: { id } });
    expect(await publishJob()).toMatchObject({ body: { held: { rule: FIRST_JOB } } });
  });
});

describe('A paid webinar of a reported host', () => {
  let host: TestMember;
  beforeEach(async () => {
    host = await settle(app, await buildMember(app));
  });
  const report = () => app.call(reportMember, { token: ben.token, body: { userId: host.id, category: 'scam' } });
  const webinar = (more: object = {}) =>
    publish('An evening on prices', host, {
      postType: 'webinar',
      title: 'Pricing',
      link: 'https://example.com/live',
      ...more,
    });
  const setPrice = (id: string, price: number) => app.call(updatePost, { token: host.token, body: { _id: id, price } });

  it('is held with a statement of reasons, and nobody can buy a seat until it is let pass', async () => {
    expect(await report()).toMatchObject({ ok: true });
    const response = await webinar({ price: 1_000 });
    expect(response).toMatchObject({ body: { held: { rule: REPORTED_HOST } } });
    const id = await made(response);
    expect(await ownDecisions(host)).toMatchObject([{ action: 'hold', automated: true, rule: REPORTED_HOST }]);
    expect(await caseOf(id)).toMatchObject({ subject: { kind: 'webinar' }, held: true });
    const token = await buildSandboxToken(app, ana);
    expect(await pay(app, ana, id, token)).toMatchObject({ status: 404 });
    expect(await app.call(takeSeat, { token: ana.token, params: { id } })).toMatchObject({ status: 404 });
    expect(await app.services.db.selectFrom('payments').select('id').execute()).toEqual([]);
    await decide(id, 'none');
    expect(await pay(app, ana, id, token)).toMatchObject({ ok: true });
  });

  it('is held when a free one gets a price, and released when it is free again', async () => {
    await report();
    const response = await webinar({ price: 0 });
    expect(response).toMatchObject({ message: 'Post published.' });
    const id = await made(response);
    expect(await app.call(takeSeat, { token: ana.token, params: { id } })).toMatchObject({ ok: true });
    expect(await setPrice(id, 1_000)).toMatchObject({ body: { held: { rule: REPORTED_HOST } } });
    const token = await buildSandboxToken(app, ben);
    expect(await pay(app, ben, id, token)).toMatchObject({ status: 404 });
    expect(await setPrice(id, 2_000)).toMatchObject({ body: { held: { rule: REPORTED_HOST } } });
    expect(await setPrice(id, 0)).toMatchObject({ ok: true, message: 'Post saved.' });
    expect(await read(id, ana)).toMatchObject({ ok: true });
    // Once a moderator has let a webinar pass, its host may change the price.
    await setPrice(id, 1_000);
    await decide(id, 'none');
    await setPrice(id, 0);
    expect(await setPrice(id, 1_000)).toMatchObject({ message: 'Post saved.' });
  });

  it('is not held if it predates the report, once the case is closed, or while the rule is off', async () => {
    const before = await made(await webinar({ price: 1_000 }));
    await report();
    expect(await setPrice(before, 3_000)).toMatchObject({ message: 'Post saved.' });
    await set({ reportedHosts: false });
    expect(await webinar({ price: 1_000 })).toMatchObject({ message: 'Post published.' });
    await set({ reportedHosts: true });
    expect(await webinar({ price: 1_000 })).toMatchObject({ body: { held: { rule: REPORTED_HOST } } });
    await decide(host.id, 'none');
    expect(await webinar({ price: 1_000 })).toMatchObject({ message: 'Post published.' });
  });

  it('is held only if other members have reported its host, not if the automation has opened the case', async () => {
    await addFilter({ effect: 'flag' });
    await made(await publish('A casino', host));
    expect(await buildWebinar(app, host)).not.toHaveProperty('held');
  });
});
