/** The measured operations, each by many different members. */
import { randomUUID } from 'node:crypto';
import { toRequest } from './connection.ts';
import type { Act } from './load.ts';
import { openTab, type Tab } from './tab.ts';
import { PASSWORD, RECEIVERS, type Reader, TEXTS, type World, WRITERS } from './world.ts';

export type Operation = {
  name: string;
  /** Prepares the operation; called once before it is measured. */
  open(world: World, port: number): Act | Promise<Act>;
  close?(): void;
};

type Ask = { method?: string; path: string; body?: object };

function pickOf<T>(items: readonly T[], turn: number): T {
  const item = items[turn % items.length];
  if (item === undefined) throw new Error('nothing to choose from');
  return item;
}

/** Sends requests that are built anew each time; `turn` increases by one. */
const sends = (name: string, make: (world: World, reader: Reader, turn: number) => Ask): Operation => {
  let turn = 0;
  return {
    name,
    open: (world) => async (connection) => {
      const number = turn++;
      const reader = pickOf(world.readers, number);
      const { method = 'GET', path, body } = make(world, reader, number);
      const answer = await connection.ask(toRequest(method, path, reader.token, body));
      if (answer.status !== 200) throw new Error(`${name}: ${answer.status} ${answer.body.slice(0, 300)}`);
    },
  };
};

const FOLLOWED_AFTER = 7;
const ROUND = 1_009;

export const reads: Operation[] = [
  sends('Popular', () => ({ path: '/api/post/getAllPost?limit=20' })),
  sends('Latest', () => ({ path: '/api/post/getAllPost?limit=20&sort=latest' })),
  sends('Top Rated', () => ({ path: '/api/post/toprated?limit=20' })),
  sends('My network, 300 followed', () => ({ path: '/api/post/getMyNetworkPosts?limit=20' })),
  sends("One member's posts", ({ authors }, _reader, turn) => ({
    path: `/api/post/getByUserPost?limit=20&userId=${pickOf(authors, turn * ROUND)}`,
  })),
  sends("A post's comments", ({ targets }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/commentsReplies',
    body: { post_id: pickOf(targets, turn * ROUND).id, parent_id: null },
  })),
  sends('Likes of a viral post', ({ viral }) => ({ path: `/api/post/likes/${viral}?limit=20` })),
  sends('Notifications', () => ({ path: '/api/notification/?limit=20' })),
  sends('Conversation list', () => ({ path: '/api/connections/getAllMessageConnections?limit=20' })),
  sends('Conversation page', (_world, { others }, turn) => ({
    path: `/api/messages?limit=20&userId=${pickOf(others, Math.floor(turn / ROUND))}`,
  })),
  sends('People search', ({ peopleQueries }, _reader, turn) => ({
    method: 'POST',
    path: '/api/searchPeople?limit=20',
    body: { searchQuery: pickOf(peopleQueries, turn) },
  })),
  sends('Post search', ({ postQueries }, _reader, turn) => ({
    path: `/api/search/posts?limit=20&keyword=${encodeURIComponent(pickOf(postQueries, turn))}`,
  })),
];

const login: Operation = {
  name: 'Login',
  open: ({ emails }) => {
    let turn = 0;
    return async (connection) => {
      const body = { email: pickOf(emails, turn++), password: PASSWORD };
      const answer = await connection.ask(toRequest('POST', '/api/login', null, body));
      if (answer.status !== 200) throw new Error(`Login: ${answer.status} ${answer.body}`);
    };
  },
};

/** Each message goes to a member with an open tab, and counts when it has arrived and is answered. */
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
        const receiver = pickOf(receivers, number);
        const sender = pickOf(senders, (number * 31) % senders.length);
        const client_id = randomUUID();
        const arrived = tabs.get(receiver.id)?.arrival(client_id);
        const body = { content: `Shall we meet at ${number % 24}?`, receiver_id: receiver.id, client_id };
        const answer = await connection.ask(toRequest('POST', '/api/messages/create', sender.token, body));
        if (answer.status !== 200) throw new Error(`message: ${answer.status} ${answer.body}`);
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
  // No member likes a post twice: each round of members begins one post further.
  sends('Like', ({ targets, readers: { length } }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/likeUnlike',
    body: { post_id: pickOf(targets, (turn % length) + Math.floor(turn / length)).id, status: true },
  })),
  sends('Like and take back, one post', ({ viral }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/likeUnlike',
    body: { post_id: viral, status: turn % 2 === 0 },
  })),
  sends('Comment', ({ targets }, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/addEditComment',
    body: { post_id: pickOf(targets, turn * ROUND).id, comment: `${TEXTS.comment}, ${turn}.` },
  })),
  sends('Follow', ({ authors, readers }, _reader, turn) => ({
    method: 'POST',
    path: '/api/follow/followUnfollowUser',
    body: {
      action: Math.floor(turn / readers.length) % 2 === 0 ? 'follow' : 'unfollow',
      follow_user_id: pickOf(authors, turn * FOLLOWED_AFTER),
    },
  })),
  messages(),
  // At the end, because tens of thousands of them change the community.
  sends('Post', (_world, _reader, turn) => ({
    method: 'POST',
    path: '/api/post/create',
    body: {
      postType: 'general',
      description: `${TEXTS.post} ${turn} at the bench, and the lamp is still on. #evenings`,
    },
  })),
];
