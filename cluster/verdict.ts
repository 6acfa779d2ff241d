/** Compares everything that was acknowledged with the final state, in the database and in the responses to members. */
import type { DatabasePool } from '../server/src/db/connection/pool.ts';
import type { Checks } from './checks.ts';
import type { Caller } from './scene/calls.ts';
import type { History, Intent, Kind, Written } from './scene/history.ts';
import type { Member } from './scene/members.ts';
import type { Tab } from './scene/tabs.ts';

type StoredRow = { id: string; word: string };

type Difference = { lost: string[]; duplicated: string[]; unexpected: string[] };

/** Compares the stored texts with those that were sent, and with the ids that were acknowledged. */
export function compareWritten(written: readonly Written[], rows: readonly StoredRow[]): Difference {
  const sentWords = new Set(written.map(({ word }) => word));
  const storedIds = new Map<string, string[]>();
  for (const { id, word } of rows) storedIds.set(word, [...(storedIds.get(word) ?? []), id]);
  return {
    lost: written
      .filter(({ word, acknowledgedId }) => acknowledgedId && !storedIds.get(word)?.includes(acknowledgedId))
      .map(({ word }) => word),
    duplicated: [...storedIds].filter(([, ids]) => ids.length > 1).map(([word]) => word),
    unexpected: [...storedIds.keys()].filter((word) => !sentWords.has(word)),
  };
}

/** Compares the stored pairs with the last request for each; an unconfirmed one may be in either state. */
export function compareIntents(intents: Iterable<Intent>, pairs: ReadonlySet<string>): Difference {
  const byPair = new Map([...intents].map((intent) => [`${intent.memberId} ${intent.targetId}`, intent]));
  const confirmed = [...byPair].filter(([, intent]) => intent.confirmed);
  return {
    lost: confirmed.filter(([pair, { wanted }]) => wanted && !pairs.has(pair)).map(([pair]) => pair),
    duplicated: [],
    unexpected: [
      ...confirmed.filter(([pair, { wanted }]) => !wanted && pairs.has(pair)).map(([pair]) => pair),
      ...[...pairs].filter((pair) => !byPair.has(pair)),
    ],
  };
}

type Summary = { kind: string; sent: number; acknowledged: number; stored: number } & Difference;

function describe({ kind, sent, acknowledged, stored, lost, duplicated, unexpected }: Summary): string {
  const counts = `sent ${sent}, acknowledged ${acknowledged}, stored ${stored}`;
  const differences = `lost ${lost.length}, duplicated ${duplicated.length}, unexpected ${unexpected.length}`;
  return `${kind.padEnd(9)} ${counts}, ${differences}`;
}

const problemsOf = ({ lost, duplicated, unexpected }: Difference): string[] => [
  ...lost.map((item) => `lost: ${item}`),
  ...duplicated.map((item) => `duplicated: ${item}`),
  ...unexpected.map((item) => `unexpected: ${item}`),
];

const wordQueries: Record<'posts' | 'comments' | 'messages', string> = {
  posts: 'SELECT id, description AS word FROM posts',
  comments: 'SELECT id, comment AS word FROM comments',
  messages: 'SELECT id, content AS word FROM messages',
};
const pairQueries: Record<'likes' | 'follows', string> = {
  likes: "SELECT user_id || ' ' || post_id AS pair FROM post_likes",
  follows: "SELECT follower_id || ' ' || followed_id AS pair FROM follows",
};

/** Queries for rows whose counters, which triggers maintain, differ from the number of rows they count. */
const counterQueries: Record<string, string> = {
  likes: 'SELECT id FROM posts p WHERE likes_count <> (SELECT count(*) FROM post_likes l WHERE l.post_id = p.id)',
  comments: 'SELECT id FROM posts p WHERE comments_count <> (SELECT count(*) FROM comments c WHERE c.post_id = p.id)',
  follows: `
    SELECT user_id AS id FROM member_counters m
    WHERE followers <> (SELECT count(*) FROM follows f WHERE f.followed_id = m.user_id)
       OR followings <> (SELECT count(*) FROM follows f WHERE f.follower_id = m.user_id)`,
  posts: `
    SELECT user_id AS id FROM member_counters m
    WHERE posts <> (SELECT count(*) FROM posts p WHERE p.user_id = m.user_id)`,
};

export async function checkWrites(
  checks: Checks,
  history: History,
  primary: DatabasePool['pool'],
  log: (line: string) => void,
) {
  async function report(kind: Kind, stored: number, difference: Difference): Promise<void> {
    const summary = {
      kind,
      sent: history.attempts[kind],
      acknowledged: history.acknowledged[kind],
      stored,
      ...difference,
    };
    log(describe(summary));
    checks.noProblems(`${kind}: nothing is lost, duplicated or unexpected`, problemsOf(summary));
  }
  for (const kind of ['posts', 'comments', 'messages'] as const) {
    const { rows } = await primary.query<StoredRow>(wordQueries[kind]);
    await report(kind, rows.length, compareWritten(history[kind], rows));
  }
  for (const kind of ['likes', 'follows'] as const) {
    const { rows } = await primary.query<{ pair: string }>(pairQueries[kind]);
    await report(kind, rows.length, compareIntents(history[kind].values(), new Set(rows.map(({ pair }) => pair))));
  }
  for (const [name, statement] of Object.entries(counterQueries)) {
    const { rows } = await primary.query<{ id: string }>(statement);
    checks.noProblems(
      `the counts of ${name} are exact`,
      rows.map(({ id }) => id),
    );
  }
}

export async function checkFiles(checks: Checks, history: History, origins: readonly string[]): Promise<void> {
  const problems: string[] = [];
  for (const [index, { url }] of history.files.entries()) {
    const origin = origins[index % origins.length] ?? '';
    const response = await fetch(new URL(url, origin));
    const bytes = await response.arrayBuffer();
    const isPicture = response.headers.get('content-type')?.startsWith('image/') === true;
    if (response.status !== 200 || !isPicture || bytes.byteLength === 0) problems.push(`${response.status} for ${url}`);
  }
  checks.noProblems('every acknowledged file can be read', problems, `${history.files.length} files`);
}

type Chat = { members: readonly [Member, Member]; tabs: readonly [Tab, Tab] };

/** Checks that both sides of a chat have the same messages in one order, and each sender's in the order of sending. */
export async function checkChats(checks: Checks, history: History, chats: readonly Chat[]): Promise<void> {
  const chatProblems: string[] = [];
  const senderProblems: string[] = [];
  const missing: string[] = [];
  for (const { members, tabs } of chats) {
    await Promise.all(tabs.map((tab) => tab.catchUp()));
    const [first, second] = tabs.map((tab) => tab.seen.map(({ seq, id }) => `${seq} ${id}`).join('\n'));
    if (first !== second) chatProblems.push(`${members[0].email} and ${members[1].email} see different chats`);
    const seqById = new Map(tabs[0].seen.map(({ id, seq }) => [id, seq]));
    for (const member of members) {
      const sent = history.messages.filter((message) => message.memberId === member.id && message.acknowledgedId);
      const seqs = sent.map(({ acknowledgedId }) => seqById.get(acknowledgedId ?? '') ?? 0);
      if (seqs.includes(0)) missing.push(`${member.email}: a message is in no tab`);
      if (seqs.some((seq, index) => seq <= (seqs[index - 1] ?? 0)))
        senderProblems.push(`${member.email}: out of order`);
    }
    if (tabs[0].seen.some(({ seq }, index) => seq !== index + 1))
      chatProblems.push(`${members[0].email}: a gap in the order`);
  }
  checks.noProblems('both members of every chat see the same messages in one order, without gaps', chatProblems);
  checks.noProblems('messages of one member are in the order in which they were sent', senderProblems);
  checks.noProblems('every acknowledged message is in the tabs that were open all the time', missing);
}

/** Checks that acknowledged posts are returned through the balancer with their original texts. */
export async function checkReads(checks: Checks, history: History, caller: Caller, member: Member): Promise<void> {
  const problems: string[] = [];
  const { token, address } = member;
  for (const { word, acknowledgedId } of history.posts.filter((post) => post.acknowledgedId).slice(-30)) {
    const response = await caller.call(`/post/${acknowledgedId ?? ''}`, { token, address });
    if ((response.body as { description?: string } | null)?.description !== word)
      problems.push(`${response.status} for ${word}`);
  }
  checks.noProblems('posts are returned as they were written', problems);
}
