/** A community in which every list in the contract has more than two short pages, and the call for each list. */
import { createApplication } from '@afterhours/contract/jobs/applications';
import { createSavedSearch } from '@afterhours/contract/jobs/saved-searches';
import { createMessage } from '@afterhours/contract/messages/messages';
import { reportComment, reportMember, reportPost, setBlock } from '@afterhours/contract/moderation/moderation';
import { decideCase, listCases } from '@afterhours/contract/moderation/staff-cases';
import { sendInvitation } from '@afterhours/contract/people/connections';
import { setFollow } from '@afterhours/contract/people/follow';
import { createBookmark } from '@afterhours/contract/posts/bookmarks';
import { setDraft } from '@afterhours/contract/posts/drafts';
import { likePost } from '@afterhours/contract/posts/likes';
import { updatePost } from '@afterhours/contract/posts/posts';
import { sql } from 'kysely';
import { newId } from '#db/statements/id.ts';
import { buildForm, buildPng } from '../files/images.ts';
import { buildConnection } from '../rows/connections.ts';
import { buildMember, type TestMember } from '../rows/members.ts';
import { buildWebinar } from '../rows/payments.ts';
import { buildComment, buildDraft, buildPost } from '../rows/posts.ts';
import { scheduleFor } from '../rows/scheduled.ts';
import { buildFullWebinar } from '../rows/seats.ts';
import { buildStaff, buildWaiting } from '../rows/staff.ts';
import type { TestApp } from '../test-app.ts';
import { fillMails, fillPayments, fillPayouts } from './filled-money-lists.ts';
import { succeed } from './succeed.ts';

const ROWS = 8;

export type ListCall = {
  token: string;
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: Record<string, unknown>;
};

const buildMembers = (app: TestApp): Promise<TestMember[]> =>
  Promise.all(Array.from({ length: ROWS }, () => buildMember(app)));

async function connect(app: TestApp, viewer: TestMember, friend: TestMember): Promise<void> {
  await buildConnection(app, viewer, friend);
  for (const [follower, followed] of [
    [viewer, friend],
    [friend, viewer],
  ] as const)
    await succeed(
      app.call(setFollow, { token: follower.token, body: { action: 'follow', follow_user_id: followed.id } }),
    );
  await succeed(
    app.call(createMessage, { token: friend.token, body: { receiver_id: viewer.id, content: 'Good evening' } }),
  );
}

async function fillNetwork(app: TestApp, viewer: TestMember, friends: readonly TestMember[]): Promise<void> {
  const [invited, inviting, blocked] = await Promise.all([buildMembers(app), buildMembers(app), buildMembers(app)]);
  for (const friend of friends) await connect(app, viewer, friend);
  for (const { id } of invited ?? [])
    await succeed(app.call(sendInvitation, { token: viewer.token, body: { to_user_id: id } }));
  for (const { token } of inviting ?? []) {
    await succeed(app.call(sendInvitation, { token, body: { to_user_id: viewer.id } }));
    await succeed(app.call(createMessage, { token, body: { receiver_id: viewer.id, content: 'A first word' } }));
  }
  for (const { id } of blocked ?? []) await succeed(app.call(setBlock, { token: viewer.token, body: { userId: id } }));
}

async function fillChat(app: TestApp, viewer: TestMember, friend: TestMember): Promise<void> {
  for (let index = 0; index < ROWS; index++) {
    const body = { receiver_id: friend.id, content: `Lamp ${index}` };
    await succeed(app.call(createMessage, { token: viewer.token, body }));
  }
  const bytes = await buildPng(40, 30);
  const files = Array.from({ length: ROWS }, () => ({ field: 'images', name: 'lamp.png', bytes }));
  await succeed(app.call(createMessage, { token: viewer.token, form: buildForm({ receiver_id: friend.id }, files) }));
}

async function fillPosts(app: TestApp, viewer: TestMember, friends: readonly TestMember[]) {
  const postIds: string[] = [];
  for (let index = 0; index < ROWS; index++) {
    const post = await buildPost(app, viewer, { description: `An evening by the lamp #lamp #tag${index}` });
    postIds.push(post._id);
    await succeed(app.call(createBookmark, { token: viewer.token, body: { post_id: post._id } }));
  }
  const postId = postIds[0] ?? '';
  for (let index = 0; index < ROWS; index++) {
    const description = `Another evening ${index} #lamp`;
    await succeed(app.call(updatePost, { token: viewer.token, body: { _id: postId, description } }));
    const params = { client_id: newId() };
    await succeed(app.call(setDraft, { token: viewer.token, params, body: { version: 0, body: buildDraft() } }));
    await succeed(scheduleFor(app, viewer));
  }
  let commentId = '';
  for (const friend of friends) {
    await succeed(app.call(likePost, { token: friend.token, body: { post_id: postId, status: true } }));
    commentId = (await buildComment(app, friend, postId))._id;
  }
  for (const friend of friends) await buildComment(app, friend, postId, commentId);
  return { postId, commentId };
}

/** Past webinars are created by changing their time, since nobody can publish one. */
async function fillBrowsing(app: TestApp, host: TestMember): Promise<void> {
  for (let index = 0; index < ROWS; index++) {
    await buildPost(app, host, { postType: 'job', title: 'Baker', description: 'Early #bread' });
    const { _id } = await buildWebinar(app, host);
    await sql`UPDATE posts SET starts_at = now() - interval '1 day' WHERE id = ${_id}::uuid`.execute(app.services.db);
  }
}

/**
 * Creates applications and saved searches of the viewer, and applications for the viewer's job, whose id is returned.
 */
async function fillApplications(app: TestApp, viewer: TestMember, others: readonly TestMember[]): Promise<string> {
  const { _id: jobId } = await buildPost(app, viewer, { postType: 'job', title: 'Cook' });
  const work = others.map(async (other, n) => {
    const { _id } = await buildPost(app, other, { postType: 'job', title: 'Baker' });
    await succeed(app.call(createApplication, { token: viewer.token, params: { id: _id }, body: {} }));
    await succeed(app.call(createApplication, { token: other.token, params: { id: jobId }, body: {} }));
    const body = { query: { keyword: `baker ${n}` } };
    await succeed(app.call(createSavedSearch, { token: viewer.token, body }));
  });
  await Promise.all(work);
  return jobId;
}

/** Creates reports by the viewer, and decisions about the viewer's posts. Returns an owner. */
async function fillCases(app: TestApp, viewer: TestMember): Promise<TestMember> {
  const [reported, reporter, owner] = await Promise.all([
    buildMembers(app),
    buildMember(app),
    buildStaff(app, 'owner'),
  ]);
  for (const { id } of reported)
    await succeed(app.call(reportMember, { token: viewer.token, body: { userId: id, category: 'spam' } }));
  for (let index = 0; index < ROWS; index++) {
    const post = await buildPost(app, viewer);
    await succeed(app.call(reportPost, { token: reporter.token, body: { post_id: post._id, category: 'hate' } }));
    const cases = await app.call(listCases, { token: owner.token, query: { kind: 'post' } });
    const id = cases.ok ? (cases.body[0]?._id ?? '') : '';
    const body = { action: 'warn', rule: 'Kindness', statement: 'Please be kind.' };
    await succeed(app.call(decideCase, { token: owner.token, params: { id }, body }));
  }
  return owner;
}

/** Returns the cases about a post and about a comment on it. */
async function reportThread(app: TestApp, owner: TestMember, { postId, commentId }: Record<string, string>) {
  const { token } = await buildMember(app);
  await succeed(app.call(reportComment, { token, body: { comment_id: commentId } }));
  await succeed(app.call(reportPost, { token, body: { post_id: postId } }));
  const cases = await app.call(listCases, { token: owner.token, query: { limit: '100' } });
  const ids = cases.ok ? cases.body.filter(({ subject }) => [postId, commentId].includes(subject._id)) : [];
  return ids.map(({ _id }) => _id);
}

async function fillCommunity(app: TestApp, viewer: TestMember) {
  const friends = await buildMembers(app);
  const [friend] = friends;
  if (!friend) throw new Error('no friend');
  const leaver = await buildMember(app);
  await fillNetwork(app, viewer, friends);
  await connect(app, viewer, leaver);
  await fillChat(app, viewer, friend);
  await fillPayments(app, viewer, friend);
  await fillBrowsing(app, friend);
  const jobId = await fillApplications(app, viewer, friends);
  const { postId, commentId } = await fillPosts(app, viewer, [leaver, ...friends]);
  // The leaver's items are no longer in any list.
  await succeed(app.call(setBlock, { token: leaver.token, body: { userId: viewer.id } }));
  const owner = await fillCases(app, viewer);
  await fillPayouts(app, owner, friend);
  for (let at = 0; at < ROWS; at++) await buildWaiting(app);
  const threads = await reportThread(app, owner, { postId, commentId });
  await fillMails(app, await buildMembers(app));
  const seated = await buildFullWebinar(app, viewer, [...friends, ...(await buildMembers(app))]);
  return { friend, owner, postId, commentId, threads, webinarId: seated._id, jobId };
}

const queriesOf =
  (token: string) =>
  (...queries: Record<string, string>[]): ListCall[] =>
    queries.map((one) => ({ token, query: one }));

/** The calls of the lists that search. */
function listSearches(token: string): Record<string, ListCall[]> {
  const query = queriesOf(token);
  return {
    '/people/complete': query({ q: 'a' }, { q: 'lima' }, { q: 'ana' }),
    '/people/find': query({}, { name: 'lima' }, { name: 'a' }, { trade: 'photo' }, { country: 'PT', name: 'ana' }),
    '/searchPeople': [{ token, body: { searchQuery: 'Lima' } }],
    '/users': query({}, { keyword: 'Lima' }),
    '/search/posts': query({ keyword: 'lamp' }),
    '/tags/posts': query({ tag: 'lamp' }),
    '/webinars': query({ when: 'upcoming' }, { when: 'past' }),
    '/jobs': query({}, { hashtag: 'bread' }, { keyword: 'bake' }),
  };
}

/** The calls of the lists of applications. */
function listApplications(token: string, jobId: string): Record<string, ListCall[]> {
  const params = { id: jobId };
  const received = [
    { token, params },
    { token, params, query: { status: 'sent' } },
  ];
  const mine = [{ token }];
  return { '/me/applications': mine, '/searches/saved': mine, '/jobs/:id/applications': received };
}

/** The calls of the staff lists; `threads` are cases about comments. */
function listForStaff({ token, id: ownerId }: TestMember, threads: readonly string[]): Record<string, ListCall[]> {
  return {
    '/staff/cases': ['', 'waiting', 'open'].map((state) => ({ token, query: { state } })),
    '/staff/cases/:id/comments': threads.map((id) => ({ token, params: { id } })),
    '/staff/people': ['', 'lima'].map((keyword) => ({ token, query: { keyword } })),
    '/staff/requests': [{ token }],
    '/staff/payouts': [{ token }],
    '/staff/payouts/recorded': [{ token }],
    '/staff/mails': [{ token }],
    '/staff/mails/refused': [{ token }],
    '/staff/audit': ['', ownerId].map((member) => ({ token, query: { member } })),
  };
}

/** Fills the community; returns the calls that load each list, by the list's path. */
export async function buildFilledLists(app: TestApp): Promise<Record<string, ListCall[]>> {
  const viewer = await buildMember(app);
  const { friend, owner, postId, commentId, threads, webinarId, jobId } = await fillCommunity(app, viewer);
  const { token } = viewer;
  const stranger = (await buildMember(app)).token;
  const mine: ListCall[] = [{ token }];
  const query = queriesOf(token);
  const posts = query({}, { hashtag: 'lamp' }, { bookmark: 'true' }, { postType: 'general' }, { keyword: 'lamp' });
  return {
    '/connections/getSentReq': mine,
    '/connections/get-invitaions': mine,
    '/connections/getAllUserConnections': query({}, { userId: viewer.id }, { keyword: 'Lima' }),
    '/follow/connections': query({}, { userId: viewer.id }),
    '/connections/getAllMessageConnections': query({}, { keyword: 'Lima' }, { pinned: 'false' }),
    '/messages': query({ userId: friend.id }),
    '/messages/files': query({ userId: friend.id }),
    '/messages/requests': query({}),
    '/post/getAllPost': [...posts, ...query({ sort: 'latest' }, { sort: 'latest', hashtag: 'lamp' })],
    '/post/toprated': posts,
    '/post/getMyNetworkPosts': posts,
    '/post/getByUserPost': query({}, { userId: viewer.id }),
    '/follow/getfollower': query({}, { userId: viewer.id }),
    '/follow/getfollowings': query({}, { userId: viewer.id }),
    '/hashtag/getAllHashtags': query({}, { keyword: 'tag' }),
    '/post/likes/:post_id': [{ token, params: { post_id: postId } }],
    '/post/:id/revisions': [{ token, params: { id: postId } }],
    '/drafts': mine,
    '/posts/scheduled': mine,
    '/payments': mine,
    '/me/seats': mine,
    '/webinars/:id/seats': [{ token, params: { id: webinarId } }],
    '/webinars/:id/waiting': [{ token, params: { id: webinarId } }],
    '/me/earnings': [{ token: friend.token }],
    '/me/payouts': [{ token: friend.token }],
    '/post/commentsReplies': [
      { token, body: { post_id: postId } },
      { token, body: { post_id: postId, parent_id: commentId } },
    ],
    '/users/blocked': mine,
    '/me/reports': mine,
    '/me/decisions': mine,
    '/notification/': mine,
    '/recommendedToProfessionPeople': [{ token: stranger }],
    '/findColleagues': [{ token: stranger }],
    ...listSearches(token),
    ...listApplications(token, jobId),
    ...listForStaff(owner, threads),
  };
}
