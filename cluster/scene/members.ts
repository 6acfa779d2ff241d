/** Members who post, comment, like, follow, write to each other and upload, one action after the other. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Random } from '../random.ts';
import { type Answer, type Caller, insist, NoAnswer } from './calls.ts';
import type { History, Kind, Wish } from './history.ts';

export type Member = {
  id: string;
  email: string;
  token: string;
  address: string;
  partnerId: string;
};

export const PASSWORD = 'Lantern42light';
const PATIENCE_MS = 30_000;
const PAUSE_MS = 120;
const SPREAD_MS = 360;

export type Scene = {
  caller: Caller;
  members: readonly Member[];
  history: History;
  random: Random;
  /** A small picture, ready to be sent. */
  picture: Uint8Array<ArrayBuffer>;
  /** Whether a member must see their own write immediately: not while their database is being harmed. */
  isCalm: () => boolean;
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

/** The calls of one member, recorded in the history; every one ends acknowledged, or given up after half a minute. */
function createCalls({ caller, history, random, isCalm }: Scene, { id, token, address }: Member) {
  async function ask(
    kind: Kind,
    path: string,
    sent: Parameters<Caller['call']>[1],
    tried: () => void = () => undefined,
  ): Promise<Answer | null> {
    const until = Date.now() + PATIENCE_MS;
    const once = () => {
      history.tries[kind]++;
      tried();
      return caller.call(path, { token, address, ...sent });
    };
    const answer = await insist(until, once);
    if (answer) history.acknowledged[kind]++;
    return answer;
  }

  /** Loads immediately what was just written, through the next node. */
  async function look(path: string, what: string, isThere: (body: unknown) => boolean): Promise<void> {
    if (!isCalm() || random.next() > 0.4) return;
    const answer = await caller.call(path, { token, address }).catch(() => null);
    if (!answer || answer.status === 503 || !isCalm()) return;
    history.looked++;
    if (!isThere(answer.body)) history.unseen.push(`${what} (${answer.status})`);
  }

  /** A state is changed again only after the answer to the last change is known: a delayed call may still be done. */
  async function wish(
    kind: 'likes' | 'follows',
    on: string,
    send: (wanted: boolean) => { path: string; json: object },
  ): Promise<Wish | null> {
    const key = `${id} ${on}`;
    const known = history[kind].get(key);
    if (known && !known.calm) return null;
    const wish: Wish = { by: id, on, wanted: !known?.wanted, sure: false, calm: false };
    history[kind].set(key, wish);
    let tries = 0;
    const { path, json } = send(wish.wanted);
    wish.sure = (await ask(kind, path, { json }, () => tries++)) !== null;
    wish.calm = wish.sure && tries === 1;
    return wish;
  }

  return { ask, look, wish };
}

type Calls = ReturnType<typeof createCalls>;

const pickPost = ({ history, random }: Scene): string | null => {
  const there = history.posts.filter(({ acknowledged }) => acknowledged !== null);
  return there.length > 0 ? random.pick(there.slice(-40)).acknowledged : null;
};

async function post({ history }: Scene, member: Member, { ask, look }: Calls): Promise<void> {
  const made = { word: `post-${crypto.randomUUID()}`, by: member.id, on: '', acknowledged: null as string | null };
  history.posts.push(made);
  const json = { postType: 'general', description: made.word };
  const answer = await ask('posts', '/post/create', { json, key: made.word });
  if (!answer) return;
  made.acknowledged = (answer.body as { _id: string })._id;
  await look(
    `/post/${made.acknowledged}`,
    'a post',
    (body) => (body as { description?: string } | null)?.description === made.word,
  );
}

async function comment(scene: Scene, { id, token, address }: Member): Promise<void> {
  const { caller, history } = scene;
  const on = pickPost(scene);
  if (!on) return;
  const made = { word: `comment-${crypto.randomUUID()}`, by: id, on, acknowledged: null as string | null };
  history.comments.push(made);
  history.tries.comments++;
  // Sent once: it carries no key, so a second try could be a second comment.
  const answer = await caller
    .call('/post/addEditComment', { token, address, json: { post_id: on, comment: made.word } })
    .catch(ignoreSilence);
  if (answer?.status !== 200) return;
  history.acknowledged.comments++;
  made.acknowledged = (answer.body as { _id: string })._id;
}

async function like(scene: Scene, { look, wish }: Calls): Promise<void> {
  const on = pickPost(scene);
  if (!on) return;
  const done = await wish('likes', on, (status) => ({ path: '/post/likeUnlike', json: { post_id: on, status } }));
  if (!done?.sure) return;
  await look(`/post/${on}`, 'a like', (body) => (body as { isLiked?: boolean } | null)?.isLiked === done.wanted);
}

async function follow({ random, members }: Scene, member: Member, { wish }: Calls): Promise<void> {
  const on = random.pick(members.filter(({ id }) => id !== member.id)).id;
  await wish('follows', on, (wanted) => ({
    path: '/follow/followUnfollowUser',
    json: { action: wanted ? 'follow' : 'unfollow', follow_user_id: on },
  }));
}

async function write({ history }: Scene, { id, partnerId: on }: Member, { ask }: Calls): Promise<void> {
  const word = `message-${crypto.randomUUID()}`;
  const clientId = crypto.randomUUID();
  const unanswered = { acknowledged: null as string | null, at: 0, servedBy: null as string | null };
  const sent = { word, by: id, on, clientId, ...unanswered };
  history.messages.push(sent);
  const json = { content: word, receiver_id: on, client_id: clientId };
  const answer = await ask('messages', '/messages/create', { json });
  if (!answer) return;
  sent.acknowledged = (answer.body as { _id: string })._id;
  sent.servedBy = answer.servedBy;
  sent.at = Date.now();
}

async function upload({ history, picture }: Scene, { id }: Member, { ask }: Calls): Promise<void> {
  const form = () => {
    const data = new FormData();
    data.append('image', new Blob([picture], { type: 'image/png' }), 'lamp.png');
    return data;
  };
  const answer = await ask('files', '/uploadFile', { form });
  const url = (answer?.body as { files?: { url: string }[] } | undefined)?.files?.[0]?.url;
  if (url) history.files.push({ url, by: id });
}

function createActions(scene: Scene, member: Member) {
  const calls = createCalls(scene, member);
  return {
    post: () => post(scene, member, calls),
    comment: () => comment(scene, member),
    like: () => like(scene, calls),
    follow: () => follow(scene, member, calls),
    write: () => write(scene, member, calls),
    upload: () => upload(scene, member, calls),
  };
}

/** A broken connection is part of the storm; any other error is a bug. */
function ignoreSilence(error: unknown): null {
  if (error instanceof NoAnswer) return null;
  throw error;
}

/** The probability of each action, in percent. */
const habits: [keyof ReturnType<typeof createActions>, number][] = [
  ['write', 36],
  ['like', 24],
  ['comment', 14],
  ['post', 12],
  ['follow', 10],
  ['upload', 4],
];

/** Runs one member until `isOver`, and completes the last action. */
export async function act(scene: Scene, member: Member, isOver: () => boolean): Promise<void> {
  const actions = createActions(scene, member);
  const drawn = habits.flatMap(([action, share]) => Array.from({ length: share }, () => action));
  await actions.post();
  while (!isOver()) {
    await actions[scene.random.pick(drawn)]();
    await delay(PAUSE_MS + scene.random.below(SPREAD_MS));
  }
}

/** Runs each action once, to check that all work. */
export async function actOnce(scene: Scene, member: Member): Promise<void> {
  const actions = createActions(scene, member);
  for (const action of ['post', 'comment', 'like', 'follow', 'write', 'upload'] as const) await actions[action]();
}
