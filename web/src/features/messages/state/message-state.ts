/** The state of the message slice, and how data from the server is merged into it. */
import type { Contact, Conversation } from '@afterhours/contract/messages/conversations';
import type { Message } from '@afterhours/contract/messages/messages';

/**
 * A conversation. `uniquekey` is null before the first message; `contact` then says whether that would be a request.
 */
export type ConversationState = Omit<Conversation, 'uniquekey'> & {
  uniquekey: string | null;
  contact?: Contact | null | undefined;
};

export type Thread = {
  /** Ascending by `seq`, without gaps up to `lastSeq`. */
  items: Message[];
  lastSeq: number;
  /** The highest number of a message that arrived, even if it is not loaded yet. */
  arrivedSeq: number;
  /** The cursor of older messages; null at the first message. */
  cursor: string | null;
  status: 'loading' | 'ready' | 'failed';
  message: string;
  older: 'idle' | 'loading' | 'failed';
};

export type SectionName = 'pinned' | 'recent';
/** `ids` are the other members that match a search term; without a term every known conversation is listed. */
export type Section = {
  keyword: string;
  ids: string[];
  cursor: string | null;
  status: 'idle' | 'loading' | 'ready' | 'failed';
  /** True once it was loaded: the shown rows stay until there are others to show. */
  everLoaded: boolean;
  message: string;
};

export const emptySection = (): Section => ({
  keyword: '',
  ids: [],
  cursor: null,
  status: 'idle',
  everLoaded: false,
  message: '',
});

/** Conversations by the other member. */
export type Conversations = Record<string, ConversationState>;
type Chats = { connections: Conversations; messages: Record<string, Thread> };

/** A picture's URL is kept while it is valid: another URL would load the picture again. */
const hasValidUrls = ({ attachments }: Message): boolean =>
  attachments.every(({ urlExpiresAt }) => Date.parse(urlExpiresAt) > Date.now() + 60_000);

/**
 * Returns both in the order of their numbers, each message once. Deleted messages stay deleted, except these: they were
 * deleted before `added` was requested, so if `added` has their content, a reversal has shown them again.
 */
export function mergeMessages(
  loaded: readonly Message[],
  added: readonly Message[],
  deletedBefore: readonly string[] = [],
): Message[] {
  const bySeq = new Map(loaded.map((message) => [message.seq, message]));
  for (const message of added) {
    const known = bySeq.get(message.seq);
    if (known?.deleted && !deletedBefore.includes(known._id)) continue;
    const keepsUrls = known && !known.deleted && !message.deleted && hasValidUrls(known);
    bySeq.set(message.seq, keepsUrls ? { ...message, attachments: known.attachments } : message);
  }
  return [...bySeq.values()].sort((one, other) => one.seq - other.seq);
}

export const latestOf = (message: Message): Conversation['latestMessage'] => ({
  _id: message._id,
  seq: message.seq,
  sender_id: message.sender_id,
  content: message.content,
  attachmentsCount: message.attachments.length,
  filetype: message.attachments[0]?.filetype ?? null,
  deleted: message.deleted,
  createdAt: message.createdAt,
});

/** Whether a chat has been deleted or emptied since `before`. */
const isClearedSince = (before: ConversationState | undefined, now: ConversationState): boolean =>
  now.latestMessage === null && before !== undefined && before.latestMessage !== null;

/**
 * Stores a loaded conversation. What has changed since its request, when the conversations were `before`, is kept:
 * the response may be older.
 */
export function putConversation({ connections }: Chats, incoming: ConversationState, before: Conversations): void {
  const id = incoming.other_user_id;
  const [loaded, requested] = [connections[id], before[id]];
  if (!loaded) {
    if (!requested) connections[id] = incoming;
    return;
  }
  const olderMessage =
    loaded.lastSeq > incoming.lastSeq || (loaded.lastSeq === incoming.lastSeq && isClearedSince(requested, loaded));
  const olderMarkers = loaded.readSeq > incoming.readSeq;
  const olderPin = requested !== undefined && requested.pinned !== loaded.pinned;
  connections[id] = {
    ...incoming,
    ...(olderMessage ? { lastSeq: loaded.lastSeq, latestMessage: loaded.latestMessage } : {}),
    ...(olderMessage || olderMarkers ? { unreadCount: loaded.unreadCount } : {}),
    ...(olderPin ? { pinned: loaded.pinned, status: loaded.status } : {}),
    readSeq: Math.max(loaded.readSeq, incoming.readSeq),
    otherReadSeq: incoming.otherReadSeq === null ? null : Math.max(loaded.otherReadSeq ?? 0, incoming.otherReadSeq),
    otherDeliveredSeq: Math.max(loaded.otherDeliveredSeq, incoming.otherDeliveredSeq),
  };
}

/**
 * Removes conversations that the server no longer lists. Without a search term, the first page holds every conversation
 * down to its last one: one that was in the section at the request (`before`), and still is, is gone if the page lacks
 * it. An open one detects that itself.
 */
export function dropMissing(
  { connections, messages }: Chats,
  before: Conversations,
  section: SectionName,
  page: ConversationState[],
  isLast: boolean,
): void {
  const isPinned = section === 'pinned';
  const end = isLast ? '' : (page.at(-1)?.latestMessage?.createdAt ?? '');
  const listedIds = new Set(page.map((conversation) => conversation.other_user_id));
  for (const [id, requested] of Object.entries(before)) {
    const { pinned, latestMessage } = connections[id] ?? {};
    const isInSection = pinned === isPinned && requested.pinned === isPinned;
    if (!isInSection || !latestMessage || latestMessage.createdAt < end) continue;
    if (!listedIds.has(id) && !messages[id]) delete connections[id];
  }
}

/** Removes the messages up to a number, which the member has deleted from a chat. */
export function forgetUpTo({ connections, messages }: Chats, userId: string, seq: number): void {
  const conversation = connections[userId];
  if (conversation && seq >= conversation.lastSeq) Object.assign(conversation, { latestMessage: null, unreadCount: 0 });
  const thread = messages[userId];
  if (!thread || thread.items.every((message) => message.seq > seq)) return;
  thread.items = thread.items.filter((message) => message.seq > seq);
  thread.cursor = null;
}
