import { listFeed, listUserPosts } from '@afterhours/contract/feed';
import * as automation from '@afterhours/contract/moderation/automation';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { listComments } from '@afterhours/contract/posts/comments';
import { likePost } from '@afterhours/contract/posts/likes';
import { deletePost, updatePost } from '@afterhours/contract/posts/posts';
import { updateProfile } from '@afterhours/contract/profile/profile-update';
import { uploadPostFiles } from '@afterhours/contract/uploads';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFiltering, endFiltering } from '#testing/calls/filtering.ts';
import { buildForm, buildPng } from '#testing/files/images.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
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

describe('A post held by a filter', () => {
  it('is seen by its author alone, who is shown the rule in the response and on the post', async () => {
    await addFilter();
    const response = await publish('Come to my Casino tonight #lamps');
    expect(response).toMatchObject({
      ok: true,
      message: 'A moderator will review your post before others can see it. Rule: No gambling',
      body: { held: { rule: 'No gambling' } },
    });
    const id = await made(response);
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

  it('opens a case of the automation, and sends its author a statement that says so', async () => {
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
    const notified = await app.call(listNotifications, { token: ana.token });
    expect(JSON.stringify(notified)).toContain('decisionMade');
  });

  it('becomes visible to everyone when a moderator takes no action, with its original time and its tags', async () => {
    await addFilter();
    const response = await publish('casino #kilns');
    const id = await made(response);
    await decide(id, 'none');
    const released = await read(id, ben);
    expect(released).toMatchObject({ ok: true, body: { createdAt: response.ok && response.body.createdAt } });
    expect(released.ok && released.body.held).toBeUndefined();
    const page = await app.call(listFeed, { token: ben.token, query: { hashtag: 'kilns' } });
    expect(page.ok && page.body.map(({ _id }) => _id)).toEqual([id]);
    expect(await ownDecisions()).toMatchObject([{ action: 'hold', reversed: true }]);
    const notified = await app.call(listNotifications, { token: ana.token });
    expect(JSON.stringify(notified)).toContain('decisionReversed');
  });

  it('is hidden from its author, too, when a moderator hides it, and returns with the reversal', async () => {
    await addFilter();
    const id = await made(await publish('casino'));
    const decisionId = await decide(id, 'hide');
    for (const viewer of [ana, ben]) expect(await read(id, viewer)).toMatchObject({ status: 404 });
    const reversal = { token: owner.token, params: { id: decisionId }, body: { statement: 'We were wrong.' } };
    expect(await app.call(cases.reverseDecision, reversal)).toMatchObject({ ok: true });
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('is hidden with everything else when its author is banned for it, and can be deleted by them before', async () => {
    await addFilter();
    const [kept, dropped] = [await made(await publish('casino')), await made(await publish('casino two'))];
    expect(await app.call(deletePost, { token: ana.token, params: { id: dropped } })).toMatchObject({ ok: true });
    await decide(kept, 'ban');
    expect(await read(kept, ben)).toMatchObject({ status: 404 });
  });

  it('is released by an edit that no rule holds, and the case keeps the first and the current text', async () => {
    await addFilter();
    const id = await made(await publish('casino #glaze'));
    const edit = (description: string) => app.call(updatePost, { token: ana.token, body: { _id: id, description } });
    expect(await edit('Still a casino')).toMatchObject({
      message: 'A moderator will review your post before others can see it. Rule: No gambling',
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

  it('can be held by an edit alone, until a moderator lets its text pass', async () => {
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

  it('appears in the case as the current text, whether a filter finds something in it or not', async () => {
    await addFilter();
    const id = await made(await publish('casino'));
    for (const description of ['A quiet evening', 'The casino is back', 'Only lamps']) {
      expect(await edit(id, description)).toMatchObject({ ok: true });
      expect((await caseOf(id))?.evidence).toMatchObject({ text: 'casino', edited: description });
    }
  });

  it('leaves a post held if the description of its image contains a word of the filter', async () => {
    await addFilter();
    const files = [{ field: 'file', name: 'one.png', bytes: await buildPng(40, 30) }];
    const form = buildForm({ folder: 'post' }, files);
    const uploaded = await app.call(uploadPostFiles, { token: ana.token, form });
    const filenames = uploaded.ok ? uploaded.body.filenames : [];
    const id = await made(await publish('Look', ana, { filenames, alts: ['The casino'] }));
    expect(await edit(id, 'Look here')).toMatchObject({ body: { held: { rule: 'No gambling' } } });
    expect(await read(id, ben)).toMatchObject({ status: 404 });
  });

  it('releases a post that a filter holds, even if its rule reads like that of reports', async () => {
    await addFilter({ note: 'Several members have reported it.' });
    const id = await made(await publish('casino'));
    await edit(id, 'A quiet evening');
    expect(await read(id, ben)).toMatchObject({ ok: true });
  });

  it('does not hold a post again for a word that a moderator has let pass in it, but for another word', async () => {
    await addFilter({ entries: ['casino', 'roulette'] });
    const id = await made(await publish('A casino evning'));
    await decide(id, 'none');
    await edit(id, 'A casino evening');
    expect(await read(id, ben)).toMatchObject({ ok: true });
    expect(await caseOf(id)).toBeUndefined();
    expect(await edit(id, 'A casino evening with roulette')).toMatchObject({ body: { held: { rule: 'No gambling' } } });
  });

  it('opens no case in a profile for a word that a moderator has let pass there', async () => {
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

describe('The mails about a held post', () => {
  it.each(['none', 'warn'] as const)('state when it was held and, after %s, that others can see it', async (action) => {
    await addFilter();
    const { _id: id } = await buildPost(app, ana, { description: 'A quiet evening' });
    await app.call(updatePost, { token: ana.token, body: { _id: id, description: 'A casino evening' } });
    expect((await app.mail.next(ana.user.email)).text).toContain(
      'only you can see it until a moderator has reviewed it',
    );
    await decide(id, action);
    const mail = await app.mail.next(ana.user.email);
    expect(mail.text).toContain('It is no longer held: others can see it now.');
    expect(mail.text).not.toContain('appeal. The decision stands');
  });
});

describe('A comment held by a filter', () => {
  it('is seen by its author alone, and nobody is notified until it is released', async () => {
    await addFilter({ places: ['comments'] });
    const post = await buildPost(app, ben, { description: 'A casino is no matter in a post' });
    const response = await comment(post._id, 'The best casino');
    expect(response).toMatchObject({
      ok: true,
      message: 'A moderator will review your comment before others can see it. Rule: No gambling',
      body: { held: { rule: 'No gambling' } },
      commentsCount: 0,
    });
    const id = response.ok ? response.body._id : '';
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
