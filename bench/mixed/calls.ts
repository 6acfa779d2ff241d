/** The calls of a mixed day, and how often each is drawn: what members ask of a community between their writes. */
import type { Reader, World } from '../ops/world.ts';
import { TEXTS } from '../ops/world.ts';

export type Call = { method: 'GET' | 'POST'; path: string; body?: object };
type Draw = <T>(items: readonly T[]) => T;
type Make = (world: World, reader: Reader, draw: Draw) => Call;

const get = (path: string): Call => ({ method: 'GET', path });
const post = (path: string, body: object): Call => ({ method: 'POST', path, body });

/** Loads, with the share of a hundred that each has. */
export const loads: Record<string, { share: number; make: Make }> = {
  Popular: { share: 20, make: () => get('/api/post/getAllPost?limit=20') },
  Latest: { share: 10, make: () => get('/api/post/getAllPost?limit=20&sort=latest') },
  'My network': { share: 20, make: () => get('/api/post/getMyNetworkPosts?limit=20') },
  "A member's posts": {
    share: 10,
    make: ({ authors }, _reader, draw) => get(`/api/post/getByUserPost?limit=20&userId=${draw(authors)}`),
  },
  Profile: { share: 10, make: ({ authors }, _reader, draw) => get(`/api/users/${draw(authors)}`) },
  Comments: {
    share: 8,
    make: ({ targets }, _reader, draw) =>
      post('/api/post/commentsReplies', { post_id: draw(targets).id, parent_id: null }),
  },
  Notifications: { share: 10, make: () => get('/api/notification/?limit=20') },
  Chats: { share: 7, make: () => get('/api/connections/getAllMessageConnections?limit=20') },
  'People search': {
    share: 5,
    make: ({ peopleQueries }, _reader, draw) =>
      post('/api/searchPeople?limit=20', { searchQuery: draw(peopleQueries).slice(0, 4) }),
  },
};

/** Writes among a hundred calls. */
export const WRITES_OF_A_HUNDRED = 5;
export const READS_ONLY = 'Mixed, without writes';
export const WITH_WRITES = `Mixed, ${WRITES_OF_A_HUNDRED} % writes`;

/** Writes, with the share of a hundred of all writes. */
export const writes: Record<string, { share: number; make: Make }> = {
  Like: {
    share: 60,
    make: ({ targets }, _reader, draw) => post('/api/post/likeUnlike', { post_id: draw(targets).id, status: true }),
  },
  Comment: {
    share: 15,
    make: ({ targets }, _reader, draw) =>
      post('/api/post/addEditComment', { post_id: draw(targets).id, comment: `${TEXTS.comment}.` }),
  },
  Post: {
    share: 10,
    make: () =>
      post('/api/post/create', { postType: 'general', description: `${TEXTS.post} of a mixed day. #evenings` }),
  },
  Follow: {
    share: 15,
    make: ({ authors }, _reader, draw) =>
      post('/api/follow/followUnfollowUser', { action: 'follow', follow_user_id: draw(authors) }),
  },
};
