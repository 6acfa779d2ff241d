/** Members who post, comment, like, follow, message each other and upload files, one action after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type ApiResponse, type Caller, NoResponse, retryUntilAccepted } from './calls.ts';
import type { History, Intent, Kind } from './history.ts';

export type Member = {
  id: string;
  email: string;
  token: string;
  address: string;
  partnerId: string;
};

export const PASSWORD = 'Lantern42light';
const GIVE_UP_MS = 30_000;
const MIN_PAUSE_MS = 300;
const EXTRA_PAUSE_MS = 600;

export type Scene = {
  caller: Caller;
  members: readonly Member[];
  history: History;
  random: Random;
  /** The bytes of a small picture, for uploads. */
  picture: Uint8Array<ArrayBuffer>;
  /** Whether the primary has been healthy lately, so that members must see their own writes immediately. */
  isPrimaryStable: () => boolean;
};

export async function signUp(caller: Caller, number: number): Promise<Member> {
  const email = `member${number}@example.com`;
  const address = `10.1.0.${number + 1}`;
  const fields = { phone: '1234567890', lastName: 'Lima', dob: '01-02-1990', country: 'Portugal' };
  const json = { ...fields, email, password: PASSWORD, firstName: `Ana${number}` };
  await caller.call('/signup', { json, address });
  const { body } = await caller.call('/login', { json: { email, password: PASSWORD }, address });
  const { token, user } = body as { token: string; user: { _id: string } };
  return { id: user._id, email, token, address, partnerId: '' };
}

/** The calls of one member, recorded in the history; each is retried until a response or for half a minute. */
function createCalls({ caller, history, random, isPrimaryStable }: Scene, { id, token, address }: Member) {
  async function send(
    kind: Kind,
    path: string,
    options: Parameters<Caller['call']>[1],
    onAttempt: () => void = () => undefined,
  ): Promise<ApiResponse | null> {
    const deadline = Date.now() + GIVE_UP_MS;
    const attempt = () => {
      history.attempts[kind]++;
      onAttempt();
      return caller.call(path, { token, address, ...options });
    };
    const response = await retryUntilAccepted(deadline, attempt);
    if (response) history.acknowledged[kind]++;
    return response;
  }

  /** Loads what the member has just written, mostly through another node, and records if it is not there. */
  async function checkOwnWrite(path: string, what: string, isThere: (body: unknown) => boolean): Promise<void> {
    if (!isPrimaryStable() || random.next() > 0.4) return;
    const response = await caller.call(path, { token, address }).catch(() => null);
    if (!response || response.status === 503 || !isPrimaryStable()) return;
    history.ownReads++;
    if (!isThere(response.body)) history.unseen.push(`${what} (${response.status})`);
  }

  /** Changes a like or follow to its opposite, unless an earlier call about it could still take effect. */
  async function toggle(
    kind: 'likes' | 'follows',
    targetId: string,
    buildCall: (wanted: boolean) => { path: string; json: object },
  ): Promise<Intent | null> {
    const key = `${id} ${targetId}`;
    const known = history[kind].get(key);
    if (known && !known.settled) return null;
    const intent: Intent = { memberId: id, targetId, wanted: !known?.wanted, confirmed: false, settled: false };
    history[kind].set(key, intent);
    let attempts = 0;
    const { path, json } = buildCall(intent.wanted);
    intent.confirmed = (await send(kind, path, { json }, () => attempts++)) !== null;
    intent.settled = intent.confirmed && attempts === 1;
    return intent;
  }

  return { send, checkOwnWrite, toggle };
}

type Calls = ReturnType<typeof createCalls>;

const pickPost = ({ history, random }: Scene): string | null => {
  const posts = history.posts.filter(({ acknowledgedId }) => acknowledgedId !== null);
  return posts.length > 0 ? random.pick(posts.slice(-40)).acknowledgedId : null;
};

async function post({ history }: Scene, member: Member, { send, checkOwnWrite }: Calls): Promise<void> {
  const word = `post-${crypto.randomUUID()}`;
  const written = { word, memberId: member.id, targetId: '', acknowledgedId: null as string | null };
  history.posts.push(written);
  const json = { postType: 'general', description: word };
  const response = await send('posts', '/post/create', { json, key: word });
  if (!response) return;
  written.acknowledgedId = (response.body as { _id: string })._id;
  await checkOwnWrite(
    `/post/${written.acknowledgedId}`,
    'a post',
    (body) => (body as { description?: string } | null)?.description === word,
  );
}

async function comment(scene: Scene, { id, token, address }: Member): Promise<void> {
  const { caller, history } = scene;
  const postId = pickPost(scene);
  if (!postId) return;
  const word = `comment-${crypto.randomUUID()}`;
  const written = { word, memberId: id, targetId: postId, acknowledgedId: null as string | null };
  history.comments.push(written);
  history.attempts.comments++;
  // Sent once: it carries no idempotency key, so a retry could add a second comment.
  const response = await caller
    .call('/post/addEditComment', { token, address, json: { post_id: postId, comment: word } })
    .catch(ignoreNoResponse);
  if (response?.status !== 200) return;
  history.acknowledged.comments++;
  written.acknowledgedId = (response.body as { _id: string })._id;
}

async function like(scene: Scene, { checkOwnWrite, toggle }: Calls): Promise<void> {
  const postId = pickPost(scene);
  if (!postId) return;
  const intent = await toggle('likes', postId, (status) => ({
    path: '/post/likeUnlike',
    json: { post_id: postId, status },
  }));
  if (!intent?.confirmed) return;
  const isExpected = (body: unknown) => (body as { isLiked?: boolean } | null)?.isLiked === intent.wanted;
  await checkOwnWrite(`/post/${postId}`, 'a like', isExpected);
}

async function follow({ random, members }: Scene, member: Member, { toggle }: Calls): Promise<void> {
  const followedId = random.pick(members.filter(({ id }) => id !== member.id)).id;
  await toggle('follows', followedId, (wanted) => ({
    path: '/follow/followUnfollowUser',
    json: { action: wanted ? 'follow' : 'unfollow', follow_user_id: followedId },
  }));
}

async function message({ history }: Scene, { id, partnerId }: Member, { send }: Calls): Promise<void> {
  const word = `message-${crypto.randomUUID()}`;
  const clientId = crypto.randomUUID();
  const pending = { acknowledgedId: null as string | null, at: 0, servedBy: null as string | null };
  const sent = { word, memberId: id, targetId: partnerId, clientId, ...pending };
  history.messages.push(sent);
  const json = { content: word, receiver_id: partnerId, client_id: clientId };
  const response = await send('messages', '/messages/create', { json });
  if (!response) return;
  sent.acknowledgedId = (response.body as { _id: string })._id;
  sent.servedBy = response.servedBy;
  sent.at = Date.now();
}

async function upload({ history, picture }: Scene, { id }: Member, { send }: Calls): Promise<void> {
  const form = () => {
    const data = new FormData();
    data.append('image', new Blob([picture], { type: 'image/png' }), 'lamp.png');
    return data;
  };
  const response = await send('files', '/uploadFile', { form });
  const url = (response?.body as { files?: { url: string }[] } | undefined)?.files?.[0]?.url;
  if (url) history.files.push({ url, memberId: id });
}

function createActions(scene: Scene, member: Member) {
  const calls = createCalls(scene, member);
  return {
    post: () => post(scene, member, calls),
    comment: () => comment(scene, member),
    like: () => like(scene, calls),
    follow: () => follow(scene, member, calls),
    message: () => message(scene, member, calls),
    upload: () => upload(scene, member, calls),
  };
}

/** Ignores broken connections, which are part of the storm; any other error is a bug. */
function ignoreNoResponse(error: unknown): null {
  if (error instanceof NoResponse) return null;
  throw error;
}

/** The probability of each action, in percent. */
const actionShares: [keyof ReturnType<typeof createActions>, number][] = [
  ['message', 36],
  ['like', 24],
  ['comment', 14],
  ['post', 12],
  ['follow', 10],
  ['upload', 4],
];

/** Performs actions as one member until `isOver`, and completes the last one. */
export async function act(scene: Scene, member: Member, isOver: () => boolean): Promise<void> {
  const actions = createActions(scene, member);
  const choices = actionShares.flatMap(([action, share]) => Array.from({ length: share }, () => action));
  await actions.post();
  while (!isOver()) {
    await actions[scene.random.pick(choices)]();
    await delay(MIN_PAUSE_MS + scene.random.below(EXTRA_PAUSE_MS));
  }
}

/** Performs each action once, to check that all of them work. */
export async function actOnce(scene: Scene, member: Member): Promise<void> {
  const actions = createActions(scene, member);
  for (const action of ['post', 'comment', 'like', 'follow', 'message', 'upload'] as const) await actions[action]();
}
