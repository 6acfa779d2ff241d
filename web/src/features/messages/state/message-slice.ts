/**
 * Conversations and their messages. `connections`, as the specification calls it, holds each conversation once, by the
 * other member; `messages` holds the loaded range of each, without gaps, up to `lastSeq`. The server's numbers (`seq`)
 * order everything, so that repeated and late messages change nothing.
 */
import type { Message } from '@afterhours/contract/messages/messages';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import { type RootState, rootReducer } from '#lib/store.ts';
import {
  type ConversationState,
  type Conversations,
  dropMissing,
  emptySection,
  forgetUpTo,
  latestOf,
  mergeMessages,
  putConversation,
  type Section,
  type SectionName,
  type Thread,
} from './message-state.ts';

type MessageState = {
  connections: Conversations;
  messages: Record<string, Thread>;
  sections: Record<SectionName, Section>;
  /** Whether the other member is typing, by their id. */
  typing: Record<string, boolean>;
  /** Members who have deleted their account, and the ids that replace theirs. */
  replacements: Record<string, string>;
};

const initialState = (): MessageState => ({
  connections: {},
  messages: {},
  sections: { pinned: emptySection(), recent: emptySection() },
  typing: {},
  replacements: {},
});

type Page = { messages: Message[]; cursor: string | null; lastSeq: number };
type ReadMarkers = Pick<ConversationState, 'otherReadSeq' | 'otherDeliveredSeq'>;
type ForUser<T = object> = { userId: string } & T;
/** A page of a section. `before` are the conversations when it was requested. */
type SectionPage = { conversations: ConversationState[]; before: Conversations; cursor: string | null; fresh: boolean };
type ForSection<T = object> = { section: SectionName; keyword: string } & T;

const conversationOf = (state: MessageState, uniquekey: string): ConversationState | undefined =>
  Object.values(state.connections).find((conversation) => conversation.uniquekey === uniquekey);

const messageSlice = createSlice({
  name: 'message',
  initialState,
  reducers: {
    sectionRequested(state, { payload: { section, keyword } }: PayloadAction<ForSection>) {
      const loaded = state.sections[section];
      if (loaded.keyword !== keyword) Object.assign(loaded, { keyword, cursor: null });
      loaded.status = 'loading';
    },
    sectionLoaded(state, { payload }: PayloadAction<ForSection<SectionPage>>) {
      const { section, keyword, conversations, before, cursor, fresh } = payload;
      const loaded = state.sections[section];
      if (loaded.keyword !== keyword) return;
      if (fresh && keyword === '') dropMissing(state, before, section, conversations, cursor === null);
      for (const conversation of conversations) putConversation(state, conversation, before);
      const ids = conversations.map((conversation) => conversation.other_user_id);
      loaded.ids = fresh ? ids : [...new Set([...loaded.ids, ...ids])];
      loaded.cursor = cursor;
      loaded.status = 'ready';
      loaded.everLoaded = true;
    },
    /** Without a `keyword`, applies to any search term. */
    sectionFailed(
      state,
      { payload }: PayloadAction<{ section: SectionName; keyword: string | undefined; message: string }>,
    ) {
      const loaded = state.sections[payload.section];
      if (payload.keyword !== undefined && loaded.keyword !== payload.keyword) return;
      loaded.status = 'failed';
      loaded.message = payload.message;
    },
    conversationLoaded(state, { payload }: PayloadAction<{ conversation: ConversationState; before?: Conversations }>) {
      putConversation(state, payload.conversation, payload.before ?? state.connections);
    },
    conversationGone(state, { payload }: PayloadAction<string>) {
      delete state.connections[payload];
      delete state.messages[payload];
    },
    memberLeftReceived(state, { payload }: PayloadAction<ServerEventPayload<'memberLeft'>>) {
      state.replacements[payload.left_id] = payload.user_id;
      delete state.connections[payload.left_id];
      delete state.messages[payload.left_id];
    },
    threadRequested(state, { payload: userId }: PayloadAction<string>) {
      const loaded = state.messages[userId];
      if (loaded) loaded.status = loaded.status === 'ready' ? 'ready' : 'loading';
      else {
        state.messages[userId] = {
          items: [],
          lastSeq: 0,
          arrivedSeq: 0,
          cursor: null,
          status: 'loading',
          message: '',
          older: 'idle',
        };
      }
    },
    /** The newest page: appended to the loaded messages if it continues them, otherwise it replaces them. */
    threadLoaded(state, { payload: { userId, messages, cursor, lastSeq } }: PayloadAction<ForUser<Page>>) {
      const loaded = state.messages[userId];
      if (!loaded) return;
      const joins = loaded.items.length > 0 && (messages[0]?.seq ?? 0) <= loaded.lastSeq + 1;
      state.messages[userId] = {
        ...loaded,
        items: joins ? mergeMessages(loaded.items, messages) : messages,
        cursor: joins ? loaded.cursor : cursor,
        lastSeq: Math.max(joins ? loaded.lastSeq : 0, messages.at(-1)?.seq ?? lastSeq),
        status: 'ready',
      };
    },
    threadFailed(state, { payload: { userId, message } }: PayloadAction<ForUser<{ message: string }>>) {
      const loaded = state.messages[userId];
      if (loaded && loaded.status !== 'ready') Object.assign(loaded, { status: 'failed', message });
    },
    olderRequested(state, { payload: userId }: PayloadAction<string>) {
      const loaded = state.messages[userId];
      if (loaded) loaded.older = 'loading';
    },
    olderLoaded(
      state,
      { payload }: PayloadAction<ForUser<{ messages: Message[]; from: string; cursor: string | null }>>,
    ) {
      const loaded = state.messages[payload.userId];
      if (!loaded || loaded.cursor !== payload.from) return;
      loaded.items = mergeMessages(loaded.items, payload.messages);
      loaded.cursor = payload.cursor;
      loaded.older = 'idle';
    },
    olderFailed(state, { payload: userId }: PayloadAction<string>) {
      const loaded = state.messages[userId];
      if (loaded) loaded.older = 'failed';
    },
    /** Messages after the last loaded one, or the loaded ones again: see `mergeMessages` for `deletedBefore`. */
    messagesLoaded(
      state,
      { payload }: PayloadAction<ForUser<{ messages: Message[]; deletedBefore?: readonly string[] }>>,
    ) {
      const { userId, messages, deletedBefore } = payload;
      const loaded = state.messages[userId];
      if (!loaded) return;
      loaded.items = mergeMessages(loaded.items, messages, deletedBefore);
      loaded.lastSeq = Math.max(loaded.lastSeq, messages.at(-1)?.seq ?? 0);
    },
    /** One message, live or as the response to sending it. After a gap it is ignored until the gap is loaded. */
    messageArrived(
      state,
      { payload: { userId, message, own } }: PayloadAction<ForUser<{ message: Message; own: boolean }>>,
    ) {
      const thread = state.messages[userId];
      const next = message.seq === (thread?.lastSeq ?? 0) + 1;
      const within = message.seq >= (thread?.items[0]?.seq ?? Number.POSITIVE_INFINITY);
      if (thread?.status === 'ready' && message.seq <= thread.lastSeq + 1 && (next || within)) {
        thread.items = mergeMessages(thread.items, [message]);
        thread.lastSeq = Math.max(thread.lastSeq, message.seq);
      }
      if (thread) thread.arrivedSeq = Math.max(thread.arrivedSeq, message.seq);
      const conversation = state.connections[userId];
      if (!conversation || message.seq <= conversation.lastSeq) return;
      conversation.uniquekey = message.uniquekey;
      conversation.lastSeq = message.seq;
      conversation.latestMessage = latestOf(message);
      if (!own && message.seq > conversation.readSeq) conversation.unreadCount += 1;
    },
    messageLost(state, { payload }: PayloadAction<ServerEventPayload<'messageDeleted'>>) {
      const conversation = conversationOf(state, payload.uniquekey);
      if (!conversation) return;
      const { latestMessage, other_user_id } = conversation;
      if (latestMessage?._id === payload._id) {
        Object.assign(latestMessage, { deleted: true, content: '', attachmentsCount: 0, filetype: null });
      }
      const message = state.messages[other_user_id]?.items.find(({ _id }) => _id === payload._id);
      if (message) Object.assign(message, { deleted: true, content: '', attachments: [], post: null });
    },
    receiptReceived(state, { payload }: PayloadAction<ForUser<ReadMarkers>>) {
      const conversation = state.connections[payload.userId];
      if (!conversation) return;
      const { otherReadSeq, otherDeliveredSeq } = payload;
      conversation.otherReadSeq = otherReadSeq === null ? null : Math.max(conversation.otherReadSeq ?? 0, otherReadSeq);
      conversation.otherDeliveredSeq = Math.max(conversation.otherDeliveredSeq, otherDeliveredSeq);
    },
    /** The viewer's read markers, as the server has them. */
    readMarkersReceived(state, { payload }: PayloadAction<ServerEventPayload<'conversation'>>) {
      const conversation = state.connections[payload.user_id];
      if (!conversation) return;
      conversation.pinned = payload.pinned;
      conversation.status = Number(payload.pinned);
      if (payload.readSeq >= conversation.readSeq) {
        conversation.readSeq = payload.readSeq;
        conversation.unreadCount = payload.unreadCount;
      }
      forgetUpTo(state, payload.user_id, payload.clearedSeq);
    },
    readUpTo(state, { payload: { userId, seq, unread } }: PayloadAction<ForUser<{ seq: number; unread: number }>>) {
      const conversation = state.connections[userId];
      if (!conversation || seq < conversation.readSeq) return;
      conversation.readSeq = seq;
      conversation.unreadCount = unread;
    },
    pinnedSet(state, { payload: { userId, pinned } }: PayloadAction<ForUser<{ pinned: boolean }>>) {
      const conversation = state.connections[userId];
      if (conversation) Object.assign(conversation, { pinned, status: Number(pinned) });
    },
    chatCleared(state, { payload: userId }: PayloadAction<string>) {
      forgetUpTo(state, userId, state.connections[userId]?.lastSeq ?? 0);
    },
    typingReceived(state, { payload: { userId, typing } }: PayloadAction<ForUser<{ typing: boolean }>>) {
      if (typing) state.typing[userId] = true;
      else delete state.typing[userId];
    },
    /** Drops all messages when the viewer leaves the page. */
    messagesCleared(state) {
      state.messages = {};
    },
  },
  selectors: {
    selectSections: (state) => state.sections,
    selectConversations: (state) => state.connections,
    selectConversation: (state, userId: string): ConversationState | undefined => state.connections[userId],
    selectThread: (state, userId: string): Thread | undefined => state.messages[userId],
    selectReplacementOf: (state, userId: string | null): string | undefined =>
      userId === null ? undefined : state.replacements[userId],
    selectTyping: (state, userId: string): boolean => state.typing[userId] === true,
  },
});

declare module '#lib/store.ts' {
  export interface LazyLoadedSlices {
    message: ReturnType<typeof messageSlice.getInitialState>;
  }
}

const injected = messageSlice.injectInto(rootReducer);

export const {
  sectionRequested,
  sectionLoaded,
  sectionFailed,
  conversationLoaded,
  conversationGone,
  memberLeftReceived,
  threadRequested,
  threadLoaded,
  threadFailed,
  olderRequested,
  olderLoaded,
  olderFailed,
  messagesLoaded,
  messageArrived,
  messageLost,
  receiptReceived,
  readMarkersReceived,
  readUpTo,
  pinnedSet,
  chatCleared,
  typingReceived,
  messagesCleared,
} = messageSlice.actions;
export const {
  selectSections,
  selectConversations,
  selectConversation,
  selectThread,
  selectReplacementOf,
  selectTyping,
} = injected.selectors;
/** The state of the slice, for commands; the initial state while the slice is not injected. */
export const selectMessageState = (state: RootState) => injected.selectSlice(state);
