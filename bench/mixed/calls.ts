/** The calls of a mixed day and their shares: the lists and pages that members load, and their writes. */
import type { World } from '../ops/world.ts';
import { TEXTS } from '../ops/world.ts';

/** `creates`: the page sends an `Idempotency-Key` with the call. */
export type Call = { method: 'GET' | 'POST'; path: string; body?: object; creates?: true };
/** Returns a random item. */
export type PickRandom = <T>(items: readonly T[]) => T;
export type BuildCall = (world: World, pick: PickRandom) => Call;
/** Kinds of calls by name; `share` is a percentage. */
export type CallKinds = Record<string, { share: number; build: BuildCall }>;

const get = (path: string): Call => ({ method: 'GET', path });
const post = (path: string, body: object): Call => ({ method: 'POST', path, body });
const create = (path: string, body: object): Call => ({ ...post(path, body), creates: true });

export const reads: CallKinds = {
  Popular: { share: 20, build: () => get('/api/post/getAllPost?limit=20&likes=false') },
  Latest: { share: 10, build: () => get('/api/post/getAllPost?limit=20&likes=false&sort=latest') },
  'My network': { share: 20, build: () => get('/api/post/getMyNetworkPosts?limit=20&likes=false') },
  "A member's posts": {
    share: 10,
    build: ({ authors }, pick) => get(`/api/post/getByUserPost?limit=20&likes=false&userId=${pick(authors)}`),
  },
  Profile: { share: 10, build: ({ authors }, pick) => get(`/api/users/${pick(authors)}`) },
  Comments: {
    share: 8,
    build: ({ targets }, pick) => post('/api/post/commentsReplies', { post_id: pick(targets).id, parent_id: null }),
  },
  Notifications: { share: 10, build: () => get('/api/notification/?limit=20') },
  Chats: { share: 7, build: () => get('/api/connections/getAllMessageConnections?limit=20') },
  'People search': {
    share: 5,
    build: ({ peopleQueries }, pick) =>
      post('/api/searchPeople?limit=20', { searchQuery: pick(peopleQueries).slice(0, 4) }),
  },
};

/** The percentage of writes. */
export const WRITE_PERCENT = 5;
export const READS_ONLY = 'Mixed, without writes';
export const WITH_WRITES = `Mixed, ${WRITE_PERCENT} % writes`;

export const writes: CallKinds = {
  Like: {
    share: 60,
    build: ({ targets }, pick) => post('/api/post/likeUnlike', { post_id: pick(targets).id, status: true }),
  },
  Comment: {
    share: 15,
    build: ({ targets }, pick) =>
      create('/api/post/addEditComment', { post_id: pick(targets).id, comment: `${TEXTS.comment}.` }),
  },
  Post: {
    share: 10,
    build: () =>
      create('/api/post/create', { postType: 'general', description: `${TEXTS.post} of a mixed day. #evenings` }),
  },
  Follow: {
    share: 15,
    build: ({ authors }, pick) =>
      post('/api/follow/followUnfollowUser', { action: 'follow', follow_user_id: pick(authors) }),
  },
};
