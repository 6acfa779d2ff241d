import * as automation from '@afterhours/contract/automation';
import { addEditComment, listComments } from '@afterhours/contract/comments';
import { listFeed, listUserPosts } from '@afterhours/contract/feed';
import { likePost } from '@afterhours/contract/likes';
import { createMessage } from '@afterhours/contract/messages';
import { reportPost } from '@afterhours/contract/moderation';
import { listNotifications } from '@afterhours/contract/notifications';
import { createPost, deletePost, getPost, updatePost } from '@afterhours/contract/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import * as cases from '@afterhours/contract/staff-cases';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listWrongCounts } from '#testing/database/recount.ts';
import { buildForm, buildPng } from '#testing/rows/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildSettled, settle } from '#testing/rows/settled.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';
import { screeningOf } from './screening.ts';

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
afterEach(async () => {
  expect(await listWrongCounts(app.services.db)).toEqual([]);
  await app.services.db.deleteFrom('filters').execute();
  await app.services.db.deleteFrom('automation_switches').execute();
  screeningOf(app.services).drop();
});
afterAll(() => app.close());

const filterOf = (more: object = {}) => ({
  kind: 'words',
  effect: 'hold',
  places: ['posts', 'comments', 'profiles'],
  note: 'No gambling',
  entries: ['casino'],
  ...more,
});
async function addFilter(more: object = {}): Promise<string> {
  const answer = await app.call(automation.createFilter, { token: owner.token, body: filterOf(more) });
  if (!answer.ok) throw new Error(answer.message);
  return answer.body._id;
}
const publish = (description: string, by = ana, more: object = {}) =>
  app.call(createPost, { token: by.token, body: { postType: 'general', description, ...more } });
const comment = (post_id: string, text: string, by = ana) =>
  app.call(addEditComment, { token: by.token, body: { post_id, comment: text } });
const read = (id: string, by: TestMember | null) =>
  app.call(getPost, { ...(by ? { token: by.token } : {}), params: { id } });

async function made(answer: Awaited<ReturnType<typeof publish>>): Promise<string> {
  if (!answer.ok) throw new Error(answer.message);
  return answer.body._id;
}
async function caseOf(subjectId: string) {
  const found = await app.call(cases.listCases, { token: owner.token, query: { limit: '100' } });
  const listed = found.ok ? found.body.find(({ subject }) => subject._id === subjectId) : undefined;
  if (!listed) return undefined;
  const detail = await app.call(cases.getCase, { token: owner.token, params: { id: listed._id } });
  return detail.ok ? detail.body : undefined;
}
async function decide(subjectId: string, action: 'none' | 'warn' | 'hide' | 'ban') {
  const id = (await caseOf(subjectId))?._id ?? '';
  const body = { action, rule: 'No gambling', statement: 'We have looked at it.' };
  const answer = await app.call(cases.decideCase, { token: owner.token, params: { id }, body });
  if (!answer.ok) throw new Error(answer.message);
  return answer.body._id;
}
const ownDecisions = async (by = ana) => {
  const answer = await app.call(cases.listOwnDecisions, { token: by.token });
  return answer.ok ? answer.body : [];
};

describe('A post that a filter holds', () => {
  it('is seen by its author alone, who reads the rule in the answer and on the post', async () => {
    await addFilter();
    const answer = await publish('Come to my Casino tonight #lamps');
    expect(answer).toMatchObject({
      ok: true,
      message: 'A moderator looks at your post before others see it. Rule: No gambling',
      body: { held: { rule: 'No gambling' } },
    });
    const id = await made(answer);
    expect(await read(id, ana)).toMatchObject({ body: { held: { rule: 'No gambling' } } });
    for (const viewer of [ben, null]) expect(await read(id, viewer)).toMatchObject({ status: 404 });
    for (const [viewer, there] of [
      [ana, true],
      [ben, false],
    ] as const) {
      for (const [route, query] of [
        [listFeed, { sort: 'latest' }],
        [listUserPosts, { userId: ana.id }],
      ] as const) {
        const page = await app.call(route, { token: viewer.token, query: query });
        expect(page.ok && page.body.some(({ _id }) => _id === id)).toBe(there);
      }
    }
    const tagged = await app.services.db
      .selectFrom('post_hashtags')
      .select('post_id')
      .where('post_id', '=', id)
      .execute();
    expect(tagged).toEqual([]);
    expect(await app.call(likePost, { token: ben.token, body: { post_id: id, status: true } })).toMatchObject({
      status: 404,
    });
    expect(await comment(id, 'Hello', ben)).toMatchObject({ status: 404 });
  });

  it('opens a case of the automation, and its author a statement that says so', async () => {
    await addFilter();
    const id = await made(await publish('casino'));
    expect(await caseOf(id)).toMatchObject({
      source: 'automation',
      held: true,
      reportsCount: 0,
      score: automation.RULE_WEIGHT,
      rules: [{ note: 'No gambling', effect: 'hold', weight: automation.RULE_WEIGHT }],
      decisions: [{ action: 'hold', automated: true, decidedBy: null }],
    });
    expect(await ownDecisions()).toMatchObject([
      { action: 'hold', automated: true, byNotice: false, rule: 'No gambling', reversed: false, appealUntil: null },
    ]);
    const told = await app.call(listNotifications, { token: ana.token });
    expect(JSON.stringify(told)).toContain('decisionMade');
  });

  it('is there for everybody when a moderator takes no action, with its first time and its tags', async () => {
    await addFilter();
    const answer = await publish('casino #kilns');
    const id = await made(answer);
    await decide(id, 'none');
    const released = await read(id, ben);
    expect(released).toMatchObject({ ok: true, body: { createdAt: answer.ok && answer.body.createdAt } });
    expect(released.ok && released.body.held).toBeUndefined();
    const page = await app.call(listFeed, { token: ben.token, query: { hashtag: 'kilns' } });
    expect(page.ok && page.body.map(({ _id }) => _id)).toEqual([id]);
    expect(await ownDecisions()).toMatchObject([{ action: 'hold', reversed: true }]);
    const told = await app.call(listNotifications, { token: ana.token });
    expect(JSON.stringify(told)).toContain('decisionReversed');
  });

  it('is gone for its author, too, when a moderator hides it, and comes back by the reversal', async () => {
    await addFilter();
    const id = await made(await publish('casino'));
    const decisionId = await decide(id, 'hide');
    for (const viewer of [ana, ben]) expect(await read(id, viewer)).toMatchObject({ status: 404 });
    const reversal = { token: owner.token, params: { id: decisionId }, body: { statement: 'We were wrong.' } };
    expect(await app.call(cases.reverseDecision, reversal)).toMatchObject({ ok: true });
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('is gone with all else when its author is banned for it, and can be deleted by them before', async () => {
    await addFilter();
    const [kept, dropped] = [await made(await publish('casino')), await made(await publish('casino two'))];
    expect(await app.call(deletePost, { token: ana.token, params: { id: dropped } })).toMatchObject({ ok: true });
    await decide(kept, 'ban');
    expect(await read(kept, ben)).toMatchObject({ status: 404 });
  });

  it('is released by an edit that no rule holds, and the case keeps the first text and the present one', async () => {
    await addFilter();
    const id = await made(await publish('casino #glaze'));
    const edit = (description: string) => app.call(updatePost, { token: ana.token, body: { _id: id, description } });
    expect(await edit('Still a casino')).toMatchObject({
      message: 'A moderator looks at your post before others see it. Rule: No gambling',
      body: { held: { rule: 'No gambling' } },
    });
    expect(await read(id, ben)).toMatchObject({ status: 404 });
    expect(await edit('A quiet evening #glaze')).toMatchObject({ ok: true });
    expect(await read(id, ben)).toMatchObject({ body: { hashtags: ['glaze'] } });
    expect(await caseOf(id)).toMatchObject({
      held: false,
      evidence: { text: 'casino #glaze', edited: 'A quiet evening #glaze' },
    });
  });

  it('is held when only an edit brings the word', async () => {
    await addFilter();
    const id = (await buildPost(app, ana, { description: 'A quiet evening #glaze' }))._id;
    expect(await read(id, ben)).toMatchObject({ ok: true });
    const body = { _id: id, description: 'A casino evening #glaze' };
    expect(await app.call(updatePost, { token: ana.token, body })).toMatchObject({
      body: { held: { rule: 'No gambling' } },
    });
    expect(await read(id, ben)).toMatchObject({ status: 404 });
    expect(await app.call(updatePost, { token: ana.token, body })).toMatchObject({ ok: true });
    await decide(id, 'none');
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });
});

describe('An edit', () => {
  const edit = (id: string, description: string, by = ana) =>
    app.call(updatePost, { token: by.token, body: { _id: id, description } });

  it('is in the case as the present text, whether a filter finds something in it or not', async () => {
    await addFilter();
    const id = await made(await publish('casino'));
    for (const description of ['A quiet evening', 'The casino is back', 'Only lamps']) {
      expect(await edit(id, description)).toMatchObject({ ok: true });
      expect((await caseOf(id))?.evidence).toMatchObject({ text: 'casino', edited: description });
    }
  });

  it('leaves a post held whose image is described by a word of the filter', async () => {
    await addFilter();
    const files = [{ field: 'file', name: 'one.png', bytes: await buildPng(40, 30) }];
    const form = buildForm({ folder: 'post' }, files);
    const uploaded = await app.call(uploadPostFiles, { token: ana.token, form });
    const filenames = uploaded.ok ? uploaded.body.filenames : [];
    const id = await made(await publish('Look', ana, { filenames, alts: ['The casino'] }));
    expect(await edit(id, 'Look here')).toMatchObject({ body: { held: { rule: 'No gambling' } } });
    expect(await read(id, ben)).toMatchObject({ status: 404 });
  });

  it('releases what a filter holds whose rule reads like that of reports', async () => {
    await addFilter({ note: 'Several members have reported it.' });
    const id = await made(await publish('casino'));
    await edit(id, 'A quiet evening');
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('is not held again for a word that a person has let pass in this post, but for another one', async () => {
    await addFilter({ entries: ['casino', 'roulette'] });
    const id = await made(await publish('A casino evning'));
    await decide(id, 'none');
    await edit(id, 'A casino evening');
    expect(await read(id, ben)).toMatchObject({ ok: true });
    expect(await caseOf(id)).toBeUndefined();
    expect(await edit(id, 'A casino evening with roulette')).toMatchObject({ body: { held: { rule: 'No gambling' } } });
  });

  it('of a profile opens no case for a word that a person has let pass there', async () => {
    await addFilter({ entries: ['casino', 'roulette'] });
    const write = (intro_details: string) => app.call(updateProfile, { token: ana.token, body: { intro_details } });
    await write('I run a casino');
    await decide(ana.id, 'none');
    await write('I run a fine casino');
    expect(await caseOf(ana.id)).toBeUndefined();
    await write('I run a casino with roulette');
    expect(await caseOf(ana.id)).toMatchObject({ rules: [{ note: 'No gambling' }] });
  });
});

describe('The mails about a post that is held', () => {
  it.each(['none', 'warn'] as const)('say when it was held, and after %s that others see it', async (action) => {
    await addFilter();
    const { _id: id } = await buildPost(app, ana, { description: 'A quiet evening' });
    await app.call(updatePost, { token: ana.token, body: { _id: id, description: 'A casino evening' } });
    expect((await app.mail.next(ana.user.email)).text).toContain('only you see it until a moderator has looked at it');
    await decide(id, action);
    const mail = await app.mail.next(ana.user.email);
    expect(mail.text).toContain('It is no longer held: others see it now.');
    expect(mail.text).not.toContain('appeal. The decision stays');
  });
});

describe('A comment that a filter holds', () => {
  it('is seen by its author alone; nobody is notified until it is released', async () => {
    await addFilter({ places: ['comments'] });
    const post = await buildPost(app, ben, { description: 'A casino is no matter in a post' });
    const answer = await comment(post._id, 'The best casino');
    expect(answer).toMatchObject({
      ok: true,
      message: 'A moderator looks at your comment before others see it. Rule: No gambling',
      body: { held: { rule: 'No gambling' } },
      commentsCount: 0,
    });
    const id = answer.ok ? answer.body._id : '';
    const listFor = async (by: TestMember) => {
      const list = await app.call(listComments, { token: by.token, body: { post_id: post._id, parent_id: null } });
      return list.ok ? list.body.map(({ _id }) => _id) : [];
    };
    expect([await listFor(ana), await listFor(ben)]).toEqual([[id], []]);
    expect(await read(post._id, ana)).toMatchObject({ body: { comments: [{ _id: id }], commentsCount: 0 } });
    expect(await read(post._id, ben)).toMatchObject({ body: { comments: [], commentsCount: 0 } });
    const notified = async () => JSON.stringify(await app.call(listNotifications, { token: ben.token }));
    expect(await notified()).not.toContain('commented');
    await decide(id, 'none');
    expect(await listFor(ben)).toEqual([id]);
    expect(await read(post._id, ben)).toMatchObject({ body: { commentsCount: 1 } });
    expect(await notified()).toContain('commented');
  });
});

describe('A filter', () => {
  it('that flags leaves things where they are and opens a case; profiles are flagged by each', async () => {
    await addFilter({ kind: 'domains', effect: 'flag', entries: ['www.shop.example'], note: 'No copied shops' });
    const id = await made(await publish('See http://pay.shop.example/now'));
    expect(await read(id, ben)).toMatchObject({ ok: true });
    expect(await caseOf(id)).toMatchObject({ held: false, rules: [{ note: 'No copied shops', effect: 'flag' }] });
    expect(await ownDecisions()).toEqual([]);
    await addFilter();
    await app.call(updateProfile, { token: ana.token, body: { intro_details: 'I run a casino' } });
    expect(await caseOf(ana.id)).toMatchObject({ subject: { kind: 'member' }, rules: [{ effect: 'flag' }] });
  });

  it('is refused without words, with a suffix that many share, and by anybody but owners', async () => {
    const moderator = await buildStaff(app, 'moderator');
    const send = (more: object, by = owner) =>
      app.call(automation.createFilter, { token: by.token, body: filterOf(more) });
    expect(await send({ entries: ['...'] })).toMatchObject({ status: 422, errors: [{ field: 'entries' }] });
    expect(await send({ entries: ['casino', 'c++'] })).toMatchObject({
      status: 422,
      errors: [{ field: 'entries', message: expect.stringContaining('“c++” holds “+”') }],
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
  });
});

describe('Three members who report a post', () => {
  it('hold it until it is looked at, once', async () => {
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

  it('hold nothing by members who are not new, nor by staff', async () => {
    const reporters = await buildSettled(app, 3);
    for (const author of [...(await buildSettled(app, 1)), await buildStaff(app, 'moderator')]) {
      const { _id: post_id } = await buildPost(app, author);
      for (const by of reporters) await app.call(reportPost, { token: by.token, body: { post_id } });
      expect(await read(post_id, ben)).toMatchObject({ ok: true });
      expect(await caseOf(post_id)).toMatchObject({ held: false, reportsCount: 3 });
    }
  });

  it('hold nothing while one of them is new: accounts made for it do not count', async () => {
    const { _id: post_id } = await buildPost(app, ana);
    const fresh = await Promise.all(Array.from({ length: 3 }, () => buildMember(app)));
    const [first, second, third] = await buildSettled(app, 3);
    const report = (by?: TestMember) => app.call(reportPost, { token: by?.token ?? '', body: { post_id } });
    for (const by of [...fresh, first, second]) await report(by);
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
    await report(third);
    expect(await read(post_id, ben)).toMatchObject({ status: 404 });
  });

  it('hold nothing where an owner has switched it off', async () => {
    const body = { newMembers: false, reporters: false };
    expect(await app.call(automation.setAutomation, { token: owner.token, body })).toMatchObject({ ok: true, body });
    const { _id: post_id } = await buildPost(app, ana);
    for (const by of await buildSettled(app, 3)) await app.call(reportPost, { token: by.token, body: { post_id } });
    expect(await read(post_id, ben)).toMatchObject({ ok: true });
  });
});

describe('New members', () => {
  // Limits are off in other tests.
  const everybody = () => [app, owner, ana, ben] as const;
  let kept: ReturnType<typeof everybody>;
  beforeEach(async () => {
    kept = everybody();
    app = await buildTestApp({ RATE_LIMIT_FACTOR: '50' });
    owner = await buildStaff(app, 'owner');
    [ana, ben] = [await buildMember(app), await buildMember(app)];
  });
  afterEach(async () => {
    await app.close();
    [app, owner, ana, ben] = kept;
  });

  it('are limited a day, where an owner says so, and told by what; others are not', async () => {
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
    for (const one of people.slice(0, 5)) expect(await write(one.id)).toMatchObject({ ok: true });
    expect(await write(people[5]?.id ?? '')).toMatchObject({ status: 429 });
    expect(await write(people[0]?.id ?? '')).toMatchObject({ ok: true });
    const old = await settle(app, await buildMember(app));
    for (let count = 0; count < 5; count++) expect(await publish(`Evening ${count}`, old)).toMatchObject({ ok: true });
  });

  it('keep their links when a call is refused or fails; edits and first messages count', async () => {
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
