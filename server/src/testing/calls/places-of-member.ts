/** The calls in which other members and guests see a member. */
import type { RouteDefinition } from '@afterhours/contract/base/route';
import { listFeed, listUserPosts } from '@afterhours/contract/feed';
import { listConversations } from '@afterhours/contract/messages/conversations';
import { createMessage } from '@afterhours/contract/messages/messages';
import { listNotifications } from '@afterhours/contract/notifications/notifications';
import { answerInvitation, listConnections, sendInvitation } from '@afterhours/contract/people/connections';
import { listFollowers, listFollowings, setFollow } from '@afterhours/contract/people/follow';
import { listComments } from '@afterhours/contract/posts/comments';
import { likePost, listPostLikes } from '@afterhours/contract/posts/likes';
import { getPost } from '@afterhours/contract/posts/posts';
import { getMember } from '@afterhours/contract/profile/member-profile';
import { searchPeople, searchPosts } from '@afterhours/contract/search';
import type { TestMember } from '../rows/members.ts';
import { buildComment, buildPost } from '../rows/posts.ts';
import type { TestApp } from '../test-app.ts';
import { succeed } from './succeed.ts';

type Three = { ana: TestMember; ben: TestMember; cleo: TestMember };

/** Has Ana do everything that other members can see of a member in any list. */
export async function mingle(app: TestApp, { ana, ben, cleo }: Three) {
  const act = (member: TestMember, route: RouteDefinition, body: object) =>
    succeed(app.call(route, { token: member.token, body }));
  const shared = await buildPost(app, cleo);
  const own = await buildPost(app, ana, { description: `Lanterns at dusk #l${ana.id.slice(-6)}` });
  const comment = await buildComment(app, ana, shared._id);
  const reply = await buildComment(app, ben, shared._id, comment._id);
  await act(ana, likePost, { post_id: shared._id, status: true });
  await act(cleo, likePost, { post_id: shared._id, status: true });
  await act(cleo, sendInvitation, { to_user_id: ana.id });
  await act(ana, answerInvitation, { from_user_id: cleo.id, status: 'accepted' });
  await act(ana, setFollow, { action: 'follow', follow_user_id: ben.id });
  await act(ben, setFollow, { action: 'follow', follow_user_id: ana.id });
  await act(ana, createMessage, { receiver_id: ben.id, content: 'Hello' });
  return { shared, own, comment, reply, ana, cleo };
}

type Mingled = Awaited<ReturnType<typeof mingle>>;

/** Returns the paths of the calls that show Ana to a viewer, by a token; null for guests. */
export async function placesOf(app: TestApp, viewer: string | null, { shared, ana, cleo }: Mingled): Promise<string[]> {
  const routes: [RouteDefinition, object?][] = [
    [listFeed, { query: { sort: 'latest', limit: '100' } }],
    [listUserPosts, { query: { userId: ana.id } }],
    [searchPosts, { query: { keyword: `l${ana.id.slice(-6)}` } }],
    [getPost, { params: { id: shared._id } }],
    [listPostLikes, { params: { post_id: shared._id } }],
    [listComments, { body: { post_id: shared._id } }],
    [getMember, { params: { id: ana.id } }],
  ];
  const ofMembers: [RouteDefinition, object?][] = [
    [searchPeople, { body: { searchQuery: ana.user.firstName } }],
    [listFollowers],
    [listFollowings],
    [listConversations],
    [listNotifications],
    [listConnections, { query: { userId: cleo.id } }],
  ];
  const places: string[] = [];
  for (const [route, sent] of viewer === null ? routes : [...routes, ...ofMembers]) {
    const response = await app.call(route, { token: viewer, ...sent });
    if (response.ok && JSON.stringify(response.body).includes(ana.id)) places.push(route.path);
  }
  return places;
}
