/** The measured operations, each performed by many different members. */
import { randomUUID } from 'node:crypto';
import { toRequest } from './connection.ts';
import type { Perform } from './load.ts';
import { openTab, type Tab } from './tab.ts';
import { PASSWORD, RECEIVERS, type Reader, TEXTS, type World, WRITERS } from './world.ts';

export type Operation = {
  name: string;
  /** Prepares the operation; called once before it is measured. */
  open(world: World, port: number): Perform | Promise<Perform>;
  close?(): void;
};

/** `creates`: the page sends an `Idempotency-Key` with the call. */
type RequestSpec = { method?: string; path: string; body?: object; creates?: true };

/** Returns the item at this place of the list, which is repeated endlessly. */
function pickByTurn<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('the list to pick from is empty');
  return item;
}

/** Returns an operation of one request, which `build` creates for each reader in turn; `turn` increases by one. */
const createOperation = (
  name: string,
  build: (world: World, reader: Reader, turn: number) => RequestSpec,
): Operation => {
  let turn = 0;
  return {
    name,
    open: (world) => async (connection) => {
      const number = turn++;
      const reader = pickByTurn(world.readers, number);
      const { method = 'GET', path, body, creates } = build(world, reader, number);
      const key = creates ? randomUUID() : undefined;
      const response = await connection.request(toRequest(method, path, reader.token, body, key));
      if (response.status !== 200) throw new Error(`${name}: ${response.status} ${response.body.slice(0, 300)}`);
    },
  };
};

/** Primes, so that consecutive turns pick distant items and all items are picked. */
const FOLLOW_STRIDE = 7;
const STRIDE = 1_009;

export const reads: Operation[] = [
  createOperation('Popular', () => ({ path: '/api/post/getAllPost?limit=20&likes=false' })),
  createOperation('Latest', () => ({ path: '/api/post/getAllPost?limit=20&sort=latest&likes=false' })),
  createOperation('Top Rated', () => ({ path: '/api/post/toprated?limit=20&likes=false' })),
  createOperation('My network, 300 followed', () => ({ path: '/api/post/getMyNetworkPosts?limit=20&likes=false' })),
  createOperation("One member's posts", ({ authors }, _reader, turn) => ({
    path: `/api/post/getByUserPost?limit=20&likes=false&userId=${pickByTurn(authors, turn * STRIDE)}`,
  })),
  createOperation("A post's comments", ({ targets }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/commentsReplies',
    body: { post_id: pickByTurn(targets, turn * STRIDE).id, parent_id: null },
  })),
  createOperation('Likes of a viral post', ({ viral }) => ({ path: `/api/post/likes/${viral}?limit=20` })),
  createOperation('Notifications', () => ({ path: '/api/notification/?limit=20' })),
  createOperation('Conversation list', () => ({ path: '/api/connections/getAllMessageConnections?limit=20' })),
  createOperation('Conversation page', (_world, { partnerIds }, turn) => ({
    path: `/api/messages?limit=20&userId=${pickByTurn(partnerIds, Math.floor(turn / STRIDE))}`,
  })),
  createOperation('People search', ({ peopleQueries }, _reader, turn) => ({
    method: 'POST',
    path: '/api/searchPeople?limit=20',
    body: { searchQuery: pickByTurn(peopleQueries, turn) },
  })),
  createOperation('Post search', ({ postQueries }, _reader, turn) => ({
    path: `/api/search/posts?limit=20&likes=false&keyword=${encodeURIComponent(pickByTurn(postQueries, turn))}`,
  })),
];

const login: Operation = {
  name: 'Login',
  open: ({ emails }) => {
    let turn = 0;
    return async (connection) => {
      const body = { email: pickByTurn(emails, turn++), password: PASSWORD };
      const response = await connection.request(toRequest('POST', '/api/login', null, body));
      if (response.status !== 200) throw new Error(`Login: ${response.status} ${response.body}`);
    };
  },
};

/** Each message goes to a member with an open tab. It is complete when both the tab and the sender have it. */
function messages(): Operation {
  const tabs = new Map<string, Tab>();
  return {
    name: 'Message, sent to received',
    async open({ readers }, port) {
      const receivers = readers.slice(0, RECEIVERS);
      const senders = readers.slice(RECEIVERS, WRITERS);
      for (const { id, token } of receivers) tabs.set(id, await openTab(port, token));
      let turn = 0;
      return async (connection) => {
        const number = turn++;
        const receiver = pickByTurn(receivers, number);
        const sender = pickByTurn(senders, (number * 31) % senders.length);
        const client_id = randomUUID();
        const arrived = tabs.get(receiver.id)?.arrival(client_id);
        const body = { content: `Shall we meet at ${number % 24}?`, receiver_id: receiver.id, client_id };
        const response = await connection.request(toRequest('POST', '/api/messages/create', sender.token, body));
        if (response.status !== 200) throw new Error(`message: ${response.status} ${response.body}`);
        await arrived;
      };
    },
    close() {
      for (const tab of tabs.values()) tab.close();
      tabs.clear();
    },
  };
}

export const writes: Operation[] = [
  login,
  // Each round of members starts one post further, so that no member likes a post twice.
  createOperation('Like', ({ targets, readers: { length } }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/likeUnlike',
    body: { post_id: pickByTurn(targets, (turn % length) + Math.floor(turn / length)).id, status: true },
  })),
  createOperation('Like and unlike, one post', ({ viral }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/likeUnlike',
    body: { post_id: viral, status: turn % 2 === 0 },
  })),
  createOperation('Comment', ({ targets }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/addEditComment',
    body: { post_id: pickByTurn(targets, turn * STRIDE).id, comment: `${TEXTS.comment}, ${turn}.` },
    creates: true,
  })),
  createOperation('Follow', ({ authors, readers }, _reader, turn) => ({
    method: 'POST',
    path: '/api/follow/followUnfollowUser',
    body: {
      action: Math.floor(turn / readers.length) % 2 === 0 ? 'follow' : 'unfollow',
      follow_user_id: pickByTurn(authors, turn * FOLLOW_STRIDE),
    },
  })),
  messages(),
  // The last operation, because tens of thousands of posts change the community.
  createOperation('Post', (_world, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/create',
    body: {
      postType: 'general',
      description: `${TEXTS.post} ${turn} at the bench, and the lamp is still on. #evenings`,
    },
    creates: true,
  })),
];
