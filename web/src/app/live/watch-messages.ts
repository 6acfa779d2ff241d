/** Chats over the socket: handles their events, and loads what was missed while the socket was down. */
import { MAX_PRESENCE, TYPING_SECONDS } from '@afterhours/contract/constants/realtime';
import type { ClientEvents, ServerEvents } from '@afterhours/contract/realtime';
import type { Socket } from 'socket.io-client';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import {
  catchUp,
  forgetUnsentReadMarkers,
  loadThread,
  reloadMessages,
  sendUnsentReadMarkers,
} from '#features/messages/chat/thread-commands.ts';
import {
  confirmDelivery,
  loadConversation,
  loadConversations,
} from '#features/messages/conversations/conversation-commands.ts';
import { flushOutboxNow } from '#features/messages/outbox/outbox-commands.ts';
import { watchOwnOutbox } from '#features/messages/outbox/outbox-watch.ts';
import { emitLive, setEmitter } from '#features/messages/state/chat-socket.ts';
import {
  conversationLoaded,
  memberLeftReceived,
  messageArrived,
  messageLost,
  readMarkersReceived,
  receiptReceived,
  selectMessageState,
  typingReceived,
} from '#features/messages/state/message-slice.ts';
import type { ConversationState } from '#features/messages/state/message-state.ts';
import { selectUnreadMessages } from '#features/messages/state/unread-slice.ts';
import { presenceLost, presenceReceived } from '#features/presence/presence-slice.ts';
import { listShownMembers, onShownMembersChange } from '#features/presence/shown-members.ts';
import { reloadMember } from '#features/profile/member-changes.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import type { AppStore } from '#lib/store.ts';

type LiveSocket = Socket<ServerEvents, ClientEvents>;
type Payload<K extends keyof ServerEvents> = Parameters<ServerEvents[K]>[0];

const PAUSE_MS = 300;
const RECOUNT_MS = 500;

/** Runs the last task of a key once no other has been started for a while. */
function createDebounce(milliseconds: number) {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  return {
    start(key: string, task: () => void) {
      clearTimeout(timers.get(key));
      timers.set(key, setTimeout(task, milliseconds));
    },
    stop(key: string) {
      clearTimeout(timers.get(key));
    },
    stopAll() {
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
type Debounce = ReturnType<typeof createDebounce>;

/** Puts a message into its conversation and loads messages that are missing before it. */
function showMessage(store: AppStore, recounts: Debounce, { message }: Payload<'message'>): void {
  const { dispatch } = store;
  const me = selectOwnUser(store.getState())?._id;
  const own = message.sender_id === me;
  const userId = own ? message.receiver_id : message.sender_id;
  if (!own) emitLive('delivered', { room: message.uniquekey, seq: message.seq });
  const known = selectMessageState(store.getState()).connections[userId];
  dispatch(messageArrived({ userId, message, own }));
  const thread = selectMessageState(store.getState()).messages[userId];
  if (thread?.status === 'ready' && thread.lastSeq < message.seq) void dispatch(catchUp(userId));
  // The count is incremented here at once. The server sends the exact one after the delivery; if it does not, it is
  // loaded.
  if (!known) void dispatch(loadConversation({ userId }));
  else if (!own) recounts.start(userId, () => void dispatch(loadConversation({ userId })));
}

/** Shows the new name or picture of a member, also in the conversation with them, and what is new on their profile. */
function showMember(store: AppStore, { user }: Payload<'member'>): void {
  store.dispatch(peopleReceived([user]));
  reloadMember(user._id);
  const conversation = selectMessageState(store.getState()).connections[user._id];
  if (!conversation) return;
  store.dispatch(
    conversationLoaded({
      conversation: { ...conversation, otherUserDetail: { ...conversation.otherUserDetail, ...user } },
    }),
  );
}

/** Reloads this tab's chats, which may have changed while the socket was down. */
export function reloadChats(store: AppStore): void {
  const { dispatch } = store;
  const state = store.getState();
  dispatch(sendUnsentReadMarkers());
  const { messages, sections } = selectMessageState(state);
  for (const [userId, { status }] of Object.entries(messages)) {
    if (status === 'ready') void dispatch(catchUp(userId)).then(() => dispatch(reloadMessages(userId)));
    else void dispatch(loadThread(userId));
    void dispatch(loadConversation({ userId }));
  }
  // Loading the list reports to the senders that their messages have been delivered.
  if (sections.recent.status !== 'idle') void dispatch(loadConversations());
  else if (selectUnreadMessages(state) > 0) void dispatch(confirmDelivery());
}

/** Message requests are rare, so their code is loaded on first use. */
const loadCommands = () => loadWithRetries(() => import('#features/messages/requests/request-commands.ts'));

/** Handles what happens to the other members of the viewer's chats: blocks, and members who leave. */
function listenToOtherMembers(socket: LiveSocket, store: AppStore): void {
  const { dispatch } = store;
  const leavers = new Set<string>();
  // One of the two may have blocked the other, in which case the chat is gone. With a member who has left, it is not.
  socket.on('tie', ({ user_id: userId, connectionStatus }) => {
    if (connectionStatus !== 'none' || leavers.has(userId)) return;
    if (selectMessageState(store.getState()).connections[userId]) void dispatch(loadConversation({ userId }));
  });
  // The anonymous row that replaces the member is loaded first, so that an open chat continues with it.
  socket.on('memberLeft', (left) => {
    leavers.add(left.left_id);
    const conversation = selectMessageState(store.getState()).connections[left.left_id];
    if (conversation?.request !== null) void loadCommands().then(({ forgetRequest }) => dispatch(forgetRequest(left)));
    if (!conversation) return;
    void dispatch(loadConversation({ userId: left.user_id })).then(() => dispatch(memberLeftReceived(left)));
  });
}

/** Reloads a chat in which a message is no longer hidden. */
function showAgain({ dispatch }: AppStore, { other_user_id: userId }: ConversationState): void {
  void dispatch(reloadMessages(userId));
  void dispatch(loadConversation({ userId }));
}

function listenToChats(socket: LiveSocket, store: AppStore, recounts: Debounce, typingEnds: Debounce): void {
  const { dispatch } = store;
  const conversationOf = (uniquekey: string) =>
    Object.values(selectMessageState(store.getState()).connections).find((each) => each.uniquekey === uniquekey);

  socket.on('message', (event) => {
    typingEnds.stop(event.message.sender_id);
    dispatch(typingReceived({ userId: event.message.sender_id, typing: false }));
    showMessage(store, recounts, event);
  });
  // The room receives this event as well; its message has usually arrived already.
  socket.on('sendMessageToClient', ({ room, message }) => {
    if (message) showMessage(store, recounts, { message });
    else void dispatch(catchUp(conversationOf(room)?.other_user_id ?? ''));
  });
  socket.on('messageDeleted', (gone) => {
    const conversation = conversationOf(gone.uniquekey);
    // A request disappears with its message.
    if (conversation?.request !== null) void loadCommands().then(({ forgetRequest }) => dispatch(forgetRequest(gone)));
    dispatch(messageLost(gone));
    if (conversation && gone.seq > conversation.readSeq)
      void dispatch(loadConversation({ userId: conversation.other_user_id }));
  });
  // A decision about a member may have hidden many messages of a chat: they are loaded together.
  socket.on('messageShown', ({ uniquekey }) => {
    const conversation = conversationOf(uniquekey);
    if (conversation) recounts.start(uniquekey, () => showAgain(store, conversation));
  });
  socket.on('receipt', ({ user_id, readSeq, deliveredSeq }) =>
    dispatch(receiptReceived({ userId: user_id, otherReadSeq: readSeq, otherDeliveredSeq: deliveredSeq })),
  );
  socket.on('conversation', (markers) => {
    recounts.stop(markers.user_id);
    dispatch(readMarkersReceived(markers));
  });
  socket.on('presence', (presence) => dispatch(presenceReceived(presence)));
  socket.on('member', (event) => showMember(store, event));
  socket.on('typing', ({ user_id: userId, typing }) => {
    dispatch(typingReceived({ userId, typing }));
    typingEnds.stop(userId);
    if (typing) typingEnds.start(userId, () => dispatch(typingReceived({ userId, typing: false })));
  });
}

/** Handles events of chats, and reports to the server whose presence is shown. Returns a function that stops it. */
export function watchMessages(socket: LiveSocket, store: AppStore): () => void {
  const recounts = createDebounce(RECOUNT_MS);
  const typingEnds = createDebounce(2 * TYPING_SECONDS * 1_000);
  const presence = createDebounce(PAUSE_MS);
  const sendShown = () => {
    if (socket.connected) socket.emit('presence', { user_ids: listShownMembers().slice(-MAX_PRESENCE) });
  };
  socket.on('connect', () => {
    setEmitter((event, payload) => void socket.emit(event, ...([payload] as never)));
    if (listShownMembers().length > 0) sendShown();
    reloadChats(store);
    store.dispatch(flushOutboxNow());
  });
  socket.on('disconnect', () => {
    setEmitter(null);
    store.dispatch(presenceLost());
  });
  listenToChats(socket, store, recounts, typingEnds);
  listenToOtherMembers(socket, store);
  // Accepting or declining a request changes whose presence the server sends.
  socket.on('messageRequest', async (changed) => {
    const { showRequest } = await loadCommands();
    if (store.dispatch(showRequest(changed))) presence.start('', sendShown);
  });
  const stopShown = onShownMembersChange(() => presence.start('', sendShown));
  const stopOutbox = watchOwnOutbox(store);
  return () => {
    for (const rest of [recounts, typingEnds, presence]) rest.stopAll();
    stopShown();
    stopOutbox();
    setEmitter(null);
    forgetUnsentReadMarkers();
  };
}
