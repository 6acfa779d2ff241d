import { createMessage } from '@afterhours/contract/messages/messages';
import * as automation from '@afterhours/contract/moderation/automation';
import { reportPost } from '@afterhours/contract/moderation/moderation';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import { addEditComment } from '@afterhours/contract/posts/comments';
import { updatePost } from '@afterhours/contract/posts/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering, endFiltering, filterOf } from '#testing/calls/filtering.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildSettled, settle } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTies } from '#testing/rows/ties.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

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

const { addFilter, publish, comment, read, made, caseOf, decide, ownDecisions } = createFiltering(() => ({
  app,
  owner,
  ana,
}));

describe('A filter', () => {
  it('can flag: content stays visible and a case is opened; profiles are only ever flagged', async () => {
    await addFilter({ kind: 'domains', effect: 'flag', entries: ['www.shop.example'], note: 'No copied shops' });
    const id = await made(await publish('See http://pay.shop.example/now'));
    expect(await read(id, ben)).toMatchObject({ ok: true });
    expect(await caseOf(id)).toMatchObject({ held: false, rules: [{ note: 'No copied shops', effect: 'flag' }] });
    expect(await ownDecisions()).toEqual([]);
    await addFilter();
    await app.call(updateProfile, { token: ana.token, body: { intro_details: 'I run a casino' } });
    expect(await caseOf(ana.id)).toMatchObject({ subject: { kind: 'member' }, rules: [{ effect: 'flag' }] });
  });

  it('of a host covers that host and those below it, but not the rest of its domain', async () => {
    await addFilter({ kind: 'domains', entries: ['*.blog.shop.example'] });
    for (const address of ['http://blog.shop.example', 'ana.blog.shop.example'])
      expect(await publish(`See ${address} today`), address).toMatchObject({ body: { held: {} } });
    for (const address of ['http://shop.example', 'pay.shop.example', 'myblog.shop.example'])
      expect(await publish(`See ${address} today`), address).toMatchObject({ message: 'Post published.' });
  });

  it('is rejected without words, with a suffix that many sites share, and from anybody but owners', async () => {
    const moderator = await buildStaff(app, 'moderator');
    const send = (more: object, by = owner) =>
      app.call(automation.createFilter, { token: by.token, body: filterOf(more) });
    expect(await send({ entries: ['...'] })).toMatchObject({ status: 422, errors: [{ field: 'entries' }] });
    expect(await send({ entries: ['casino', 'c++'] })).toMatchObject({
      status: 422,
      errors: [{ field: 'entries', message: expect.stringContaining('“c++” contains “+”') }],
    });
    expect(await send({ kind: 'domains', entries: ['co.uk'] })).toMatchObject({ status: 422 });
    expect(await send({ entries: [] })).toMatchObject({ status: 422 });
    expect(await send({ note: '' })).toMatchObject({ status: 422, errors: [{ field: 'note' }] });
    expect(await send({}, moderator)).toMatchObject({ status: 403 });
    const id = await addFilter({ kind: 'domains', entries: ['https://www.shop.example/x', 'shop.example'] });
    const listed = await app.call(automation.getAutomation, { token: owner.token });
    expect(listed).toMatchObject({ body: { filters: [{ _id: id, entries: ['shop.example'] }], reporters: true } });
    const changed = { token: owner.token, params: { id }, body: filterOf({ entries: ['roulette'] }) as never };
    expect(await app.call(automation.updateFilter, changed)).toMatchObject({ ok: true });
    expect(await publish('A roulette')).toMatchObject({ body: { held: { rule: 'No gambling' } } });
    expect(await app.call(automation.deleteFilter, { token: owner.token, params: { id } })).toMatchObject({ ok: true });
    expect(await app.call(automation.deleteFilter, { token: owner.token, params: { id } })).toMatchObject({
      status: 404,
    });
    expect(await publish('A roulette')).toMatchObject({ message: 'Post published.' });
    const log = await app.call(listAudit, { token: owner.token, query: { limit: '3' } });
    expect(log).toMatchObject({
      body: ['filter-deleted', 'filter-saved', 'filter-saved'].map((action) => ({
        action,
        details: { note: action === 'filter-deleted' ? 'No gambling' : expect.any(String) },
      })),
    });
  });
});

describe('Reports of a post by three members', () => {
  it('hold it once, until a moderator has decided', async () => {
    const { _id: post_id } = await buildPost(app, ana);
    const reporters = await buildSettled(app, 4);
    const report = (by?: TestMember) => app.call(reportPost, { token: by?.token ?? '', body: { post_id } });
    for (const by of reporters.slice(0, 2)) await report(by);
    await report(reporters[1]);
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
    await report(reporters[2]);
    expect(await read(post_id, ben)).toMatchObject({ status: 404 });
    expect(await read(post_id, ana)).toMatchObject({ body: { held: { rule: 'Several members have reported it.' } } });
    expect(await report(reporters[3])).toMatchObject({ ok: true });
    expect(await ownDecisions()).toMatchObject([{ action: 'hold', automated: true, byNotice: true }]);
    await app.call(updatePost, { token: ana.token, body: { _id: post_id, description: 'Another text' } });
    expect(await read(post_id, ben)).toMatchObject({ status: 404 });
    await decide(post_id, 'none');
    const others = await buildSettled(app, 3);
    for (const by of others) await report(by);
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
  });

  it('do not hold it if its author is not new, or is staff', async () => {
    const reporters = await buildSettled(app, 3);
    for (const author of [...(await buildSettled(app, 1)), await buildStaff(app, 'moderator')]) {
      const { _id: post_id } = await buildPost(app, author);
      for (const by of reporters) await app.call(reportPost, { token: by.token, body: { post_id } });
      expect(await read(post_id, ben)).toMatchObject({ ok: true });
      expect(await caseOf(post_id)).toMatchObject({ held: false, reportsCount: 3 });
    }
  });

  it('do not hold it while one of them is new, so that accounts created for this purpose do not count', async () => {
    const { _id: post_id } = await buildPost(app, ana);
    const fresh = await Promise.all(Array.from({ length: 3 }, () => buildMember(app)));
    const [first, second, third] = await buildSettled(app, 3);
    const report = (by?: TestMember) => app.call(reportPost, { token: by?.token ?? '', body: { post_id } });
    for (const by of [...fresh, first, second]) await report(by);
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
    await report(third);
    expect(await read(post_id, ben)).toMatchObject({ status: 404 });
  });

  it('do not hold it where an owner has switched the rule off', async () => {
    const body = { newMembers: false, reporters: false };
    expect(await app.call(automation.setAutomation, { token: owner.token, body })).toMatchObject({ ok: true, body });
    const { _id: post_id } = await buildPost(app, ana);
    for (const by of await buildSettled(app, 3)) await app.call(reportPost, { token: by.token, body: { post_id } });
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
  });
});

describe('New members', () => {
  // The other tests run without limits.
  const everyone = () => [app, owner, ana, ben] as const;
  let kept: ReturnType<typeof everyone>;
  beforeEach(async () => {
    kept = everyone();
    app = await buildTestApp({ RATE_LIMIT_FACTOR: '50' });
    owner = await buildStaff(app, 'owner');
    [ana, ben] = [await buildMember(app), await buildMember(app)];
  });
  afterEach(async () => {
    await app.close();
    [app, owner, ana, ben] = kept;
  });

  it('have daily limits where an owner has set them, and are told which; other members have none', async () => {
    const switches = { newMembers: true, reporters: true };
    await app.call(automation.setAutomation, { token: owner.token, body: switches });
    for (let count = 0; count < 5; count++) expect(await publish(`Evening ${count}`)).toMatchObject({ ok: true });
    expect(await publish('One more')).toMatchObject({
      status: 429,
      message: 'New members can publish 5 posts a day. Please come back tomorrow.',
    });
    const post = await buildPost(app, ben);
    for (let count = 0; count < 3; count++)
      expect(await comment(post._id, `https://a${count}.example`)).toMatchObject({ ok: true });
    expect(await comment(post._id, 'https://b.example')).toMatchObject({ status: 429 });
    expect(await comment(post._id, 'No link')).toMatchObject({ ok: true });
    const write = (receiver_id: string) =>
      app.call(createMessage, { token: ana.token, body: { receiver_id, content: 'Hello' } });
    const people = await Promise.all(Array.from({ length: 6 }, () => buildMember(app)));
    await buildTies(app, [ana, ...people]);
    for (const one of people.slice(0, 5)) expect(await write(one.id)).toMatchObject({ ok: true });
    expect(await write(people[5]?.id ?? '')).toMatchObject({ status: 429 });
    expect(await write(people[0]?.id ?? '')).toMatchObject({ ok: true });
    const old = await settle(app, await buildMember(app));
    for (let count = 0; count < 5; count++) expect(await publish(`Evening ${count}`, old)).toMatchObject({ ok: true });
  });

  it('get their links back when a call is refused or fails; edits and first messages count', async () => {
    const switches = { newMembers: true, reporters: true };
    await app.call(automation.setAutomation, { token: owner.token, body: switches });
    const link = (at: number) => `https://a${at}.example`;
    const post = await buildPost(app, ben);
    expect(await comment(post._id, [0, 1, 2, 3].map(link).join(' '))).toMatchObject({ status: 429 });
    expect(await comment(owner.id, [0, 1, 2].map(link).join(' '))).toMatchObject({ status: 404 });
    const own = await made(await publish(`Mine ${link(0)}`));
    const edit = (description: string) => app.call(updatePost, { token: ana.token, body: { _id: own, description } });
    expect(await edit(`Mine ${link(0)} ${link(1)}`)).toMatchObject({ ok: true });
    expect(await edit(`Mine ${[0, 1, 2, 3].map(link).join(' ')}`)).toMatchObject({ status: 429 });
    const written = await comment(post._id, 'No link');
    const comment_id = written.ok ? written.body._id : '';
    const change = (text: string) =>
      app.call(addEditComment, { token: ana.token, body: { post_id: post._id, comment_id, comment: text } });
    expect(await change(`${link(4)} ${link(5)}`)).toMatchObject({ status: 429 });
    expect(await change(link(4))).toMatchObject({ ok: true });
    expect(await change(`Again ${link(4)}`)).toMatchObject({ ok: true });
    const write = (content: string) =>
      app.call(createMessage, { token: ana.token, body: { receiver_id: ben.id, content } });
    expect(await write(link(6))).toMatchObject({ status: 429 });
    expect(await write('Hello')).toMatchObject({ ok: true });
  });
});
