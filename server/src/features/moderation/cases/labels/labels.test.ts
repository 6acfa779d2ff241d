import { getProfile } from '@afterhours/contract/account/account';
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Label } from '@afterhours/contract/constants/labels';
import { labelNotes } from '@afterhours/contract/constants/labels';
import { listFeed } from '@afterhours/contract/feed';
import { createMessage } from '@afterhours/contract/messages/messages';
import {
  listOwnReports,
  reportComment,
  reportMember,
  reportMessage,
  reportPost,
} from '@afterhours/contract/moderation/moderation';
import { appealDecision, listOwnDecisions } from '@afterhours/contract/moderation/own-decisions';
import { listAudit } from '@afterhours/contract/moderation/staff-audit';
import * as cases from '@afterhours/contract/moderation/staff-cases';
import { startSweep } from '@afterhours/contract/moderation/staff-sweeps';
import { getPost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findPostForGuests } from '#features/posts/loaders.ts';
import { describePost } from '#features/posts/page/post-page.ts';
import { describeMember } from '#features/profile/member/member-page.ts';
import { succeed } from '#testing/calls/succeed.ts';
import { buildMember, type TestMember } from '#testing/rows/members.ts';
import { buildComment, buildPost } from '#testing/rows/posts.ts';
import { buildStaff } from '#testing/rows/staff.ts';
import { buildTestApp, type TestApp } from '#testing/test-app.ts';

let app: TestApp;
let ana: TestMember;
let ben: TestMember;
let owner: TestMember;

beforeAll(async () => {
  app = await buildTestApp();
  owner = await buildStaff(app, 'owner');
});
beforeEach(async () => {
  [ana, ben] = [await buildMember(app), await buildMember(app)];
});
afterAll(() => app.close());

const reports = {
  post: (id: string) => app.call(reportPost, { token: ben.token, body: { post_id: id } }),
  comment: (id: string) => app.call(reportComment, { token: ben.token, body: { comment_id: id } }),
  member: (id: string) => app.call(reportMember, { token: ben.token, body: { userId: id } }),
  message: (id: string) => app.call(reportMessage, { token: ben.token, body: { message_id: id } }),
};

async function openCase(kind: keyof typeof reports, subjectId: string): Promise<string> {
  await reports[kind](subjectId);
  const found = await app.call(cases.listCases, { token: owner.token, query: { limit: '100' } });
  const id = found.ok ? found.body.find(({ subject }) => subject._id === subjectId)?._id : undefined;
  if (id === undefined) throw new Error('no case');
  return id;
}

const order = (label: Label | null, more: object = {}) =>
  ({ action: 'label', label, rule: 'Say what it is', statement: 'Others should know.', ...more }) as const;
const decide = (id: string, body: object, by = owner) =>
  app.call(cases.decideCase, { token: by.token, params: { id }, body: body });

async function put(kind: keyof typeof reports, subjectId: string, label: Label): Promise<string> {
  return (await succeed(decide(await openCase(kind, subjectId), order(label)))).body._id;
}
const reverse = (id: string) =>
  app.call(cases.reverseDecision, { token: owner.token, params: { id }, body: { statement: 'We were wrong.' } });
const labelOf = async (postId: string) => {
  const response = await app.call(getPost, { params: { id: postId } });
  return response.ok ? response.body.label : response.status;
};

describe('A label', () => {
  it('is shown on the post to guests, members and the author at once, and is removed by a reversal', async () => {
    const post = await buildPost(app, ana);
    expect(await labelOf(post._id)).toBeNull();
    const id = await put('post', post._id, 'misleading');
    const feed = await app.call(listFeed, { token: owner.token, query: { sort: 'latest' } });
    expect(feed.ok && feed.body.find(({ _id }) => _id === post._id)).toMatchObject({ label: 'misleading' });
    expect(await app.call(getPost, { token: ana.token, params: { id: post._id } })).toMatchObject({
      body: { label: 'misleading' },
    });
    expect(await labelOf(post._id)).toBe('misleading');
    expect(await reverse(id)).toMatchObject({ ok: true });
    expect(await labelOf(post._id)).toBeNull();
  });

  it('is also shown on comments and members', async () => {
    const post = await buildPost(app, ana);
    const comment = await buildComment(app, ana, post._id);
    await put('comment', comment._id, 'advertising');
    await put('member', ana.id, 'unverified_offer');
    expect(await app.call(getPost, { params: { id: post._id } })).toMatchObject({
      body: { label: null, comments: [{ _id: comment._id, label: 'advertising' }] },
    });
    expect(await app.call(getMember, { params: { id: ana.id } })).toMatchObject({
      body: { label: 'unverified_offer' },
    });
    expect(await app.call(getProfile, { token: ana.token })).toMatchObject({ body: { label: 'unverified_offer' } });
    expect(await app.call(getProfile, { token: ben.token })).toMatchObject({ body: { label: null } });
  });

  it('is that of the latest decision that has not been reversed', async () => {
    const post = await buildPost(app, ana);
    const first = await put('post', post._id, 'misleading');
    ben = await buildMember(app);
    const second = await put('post', post._id, 'sensitive');
    expect(await labelOf(post._id)).toBe('sensitive');
    await reverse(second);
    expect(await labelOf(post._id)).toBe('misleading');
    await reverse(first);
    expect(await labelOf(post._id)).toBeNull();
  });

  it('disappears with a post that is hidden later, and comes back with it', async () => {
    const post = await buildPost(app, ana);
    await put('post', post._id, 'misleading');
    ben = await buildMember(app);
    const reasons = { rule: 'No fraud', statement: 'We hid it.' };
    const hidden = await decide(await openCase('post', post._id), { action: 'hide', ...reasons });
    expect(await labelOf(post._id)).toBe(404);
    await reverse(hidden.ok ? hidden.body._id : '');
    expect(await labelOf(post._id)).toBe('misleading');
  });

  it('appears among the author’s decisions, open to appeal, in the reporter’s outcome and in the log', async () => {
    const post = await buildPost(app, ana);
    const id = await put('post', post._id, 'advertising');
    const own = await app.call(listOwnDecisions, { token: ana.token });
    expect(own).toMatchObject({ body: [{ _id: id, action: 'label', label: 'advertising', until: null }] });
    expect(await app.call(listOwnReports, { token: ben.token })).toMatchObject({ body: [{ outcome: 'acted' }] });
    const logged = await app.call(listAudit, {
      token: owner.token,
      query: { action: 'decided-label', member: ana.id },
    });
    expect(logged).toMatchObject({ body: [{ subject: { _id: post._id }, member: { _id: ana.id } }] });
    // The entry names the case.
    const caseId = logged.ok ? (logged.body[0]?.details.case ?? '') : '';
    const decided = await app.call(cases.getCase, { token: owner.token, params: { id: caseId } });
    expect(decided).toMatchObject({ body: { subject: { _id: post._id }, decisions: [{ _id: id }] } });
    const appeal = { token: ana.token, params: { id }, body: { words: 'Nobody pays me.' } };
    expect(await app.call(appealDecision, appeal)).toMatchObject({ ok: true });
  });

  it('must be a listed one, comes only with the action for labels, and cannot be put on messages', async () => {
    const post = await buildPost(app, ana);
    const id = await openCase('post', post._id);
    const until = new Date(Date.now() + DAY_MS).toISOString();
    const refused = [
      [order(null), 'label'],
      [order('funny' as Label), 'label'],
      [order('sensitive', { action: 'warn' }), 'label'],
      [order('sensitive', { rule: '' }), 'rule'],
      [order('sensitive', { until }), 'until'],
    ] as const;
    for (const [body, field] of refused)
      expect(await decide(id, body)).toMatchObject({ status: 422, errors: [{ field }] });
    const missing = [{ field: 'rule' }, { field: 'statement' }, { field: 'label' }];
    const empty = await decide(id, order(null, { rule: '', statement: '' }));
    expect(empty).toMatchObject({ status: 422, errors: missing });
    expect(await decide(id, order('sensitive'), ben)).toMatchObject({ status: 403 });
    const sent = await app.call(createMessage, { token: ana.token, body: { receiver_id: ben.id, content: 'Pay me' } });
    const message = await openCase('message', sent.ok ? sent.body._id : '');
    expect(await decide(message, order('sensitive'))).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
    const responses = await Promise.all([decide(id, order('sensitive')), decide(id, order('misleading'))]);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200, 409]));
    const body = { posted: 'none', cases: true, action: 'label' as 'warn', rule: 'x', statement: 'x' } as const;
    const sweep = { token: owner.token, params: { id: ana.id }, body };
    expect(await app.call(startSweep, sweep)).toMatchObject({ status: 422, errors: [{ field: 'action' }] });
  });
});

describe('Sensitive content', () => {
  it('shows neither text nor picture in link previews, pages without JavaScript, feeds and embeds', async () => {
    const post = await buildPost(app, ana, { title: 'Blood', description: 'All of it.' });
    expect(await describePost(app.services, post._id)).toMatchObject({ head: { description: 'All of it.' } });
    await put('post', post._id, 'sensitive');
    await put('member', ana.id, 'sensitive');
    const name = `${ana.user.firstName} ${ana.user.lastName}`;
    const description = labelNotes.sensitive.message;
    const ofPost = await describePost(app.services, post._id);
    // The image drawn in place of a picture has only the community's name.
    const drawn = { url: expect.stringContaining('/api/previews/'), alt: '' };
    expect(ofPost).toMatchObject({ head: { title: `Post by ${name}`, description, image: drawn } });
    const ofMember = await describeMember(app.services, ana.id);
    expect(ofMember).toMatchObject({ head: { title: name, description, image: { ...drawn, alt: name } } });
    for (const page of [ofPost, ofMember]) {
      const outside = JSON.stringify(
        page && typeof page === 'object' && 'main' in page && [page.head, page.main?.text],
      );
      expect(outside).toContain('Sensitive content');
      expect(outside).not.toMatch(/Blood|All of it/);
    }
    const job = await buildPost(app, ana, {
      postType: 'job',
      title: 'Baker',
      opening: 'two covered',
      salary: 'covered pay',
      description: 'Nights #covered',
    });
    await put('post', job._id, 'sensitive');
    expect(JSON.stringify(await findPostForGuests(app.services, job._id))).not.toContain('covered pay');
    const hidden = { title: null, opening: null, salary: null, hashtags: [] };
    expect(await findPostForGuests(app.services, job._id)).toMatchObject(hidden);
    // Feeds and embeds use the same function.
    expect(await findPostForGuests(app.services, post._id)).toMatchObject({ title: null, description });
  });
});
