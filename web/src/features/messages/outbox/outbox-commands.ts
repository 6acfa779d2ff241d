/**
 * Sending. A message is first stored in the browser, then sent, in the order of writing, by one tab at a time; it
 * leaves the outbox once the server has confirmed it. While the server is unreachable all messages wait. A message that
 * the server rejects is marked and does not block the others. Each message carries a `client_id`, so that one that is
 * sent twice is stored once.
 */
import { defineMessages } from '@afterhours/contract/base/message';
import type { createMessage, Message } from '@afterhours/contract/messages/messages';
import { selectEndedBy, selectOwnUser } from '#features/account/auth-slice.ts';
import { type CallFailure, type CallResult, call } from '#lib/api/client.ts';
import { isTemporary } from '#lib/api/statuses.ts';
import { runInOneTab } from '#lib/browser/secure-context.ts';
import { readToken } from '#lib/browser/session-storage.ts';
import { readFiles, removeFiles, writeFiles } from '#lib/forms/unsent-files.ts';
import { showError } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import type { AppThunk, RootState } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { catchUp } from '../chat/thread-commands.ts';
import { loadConversation } from '../conversations/conversation-commands.ts';
import { emitLive } from '../state/chat-socket.ts';
import { messageArrived, selectMessageState } from '../state/message-slice.ts';
import { makeClientId } from './client-id.ts';
import { outboxPut, outboxRemoved, outboxSending } from './outbox-slice.ts';
import {
  type OutboxEntry,
  type OutboxFile,
  readOutbox,
  readOutboxEntry,
  removeOutboxEntry,
  writeOutboxEntry,
} from './outbox-store.ts';

/** Shorter than for other calls, because a message is sent again by itself. */
const SILENCE_MS = 20_000;
const FIRST_WAIT_MS = 2_000;
const LONGEST_WAIT_MS = 30_000;

const texts = defineMessages('messages.outbox', {
  filesLost: 'The files of this message are no longer in this browser. Please attach them again.',
});

const ownId = (state: RootState): string | undefined => selectOwnUser(state)?._id;

/** Whether the message waits and is sent again, after a sign-in if need be. */
const isSentAgain = ({ status, reason }: CallFailure): boolean =>
  // The daily limit is reached: the message shows the reason, and the member can send it again the next day.
  reason !== 'daily' && (status === 401 || isTemporary(status));

/** Too large, and of a type that is not accepted or damaged. */
const FILES_REJECTED: ReadonlySet<number> = new Set([413, 415]);

export type OutgoingMessage = { receiverId: string; content: string; files: { file: File; about: OutboxFile }[] };

/**
 * Shows a message as waiting, stores it and sends it after the earlier ones. Resolves to its id once it is stored.
 * Messages to the same member are stored one after another, so that none overtakes one whose files take longer.
 */
export function sendMessage({ receiverId, content, files }: OutgoingMessage): AppThunk<Promise<string | null>> {
  return async (dispatch, getState) => {
    const me = ownId(getState());
    if (!me) return null;
    const entry: OutboxEntry = {
      client_id: makeClientId(),
      receiver_id: receiverId,
      content,
      files: files.map(({ about }) => about),
      createdAt: new Date().toISOString(),
      failure: null,
    };
    const sent = files.map(({ file }) => file);
    const written = sent.length > 0 ? writeFiles(entry.client_id, sent) : undefined;
    dispatch(outboxPut(entry));
    await queueSerially(`outbox ${me} ${receiverId}`, async () => {
      await written;
      // Whoever signs out meanwhile leaves nothing behind.
      if (selectEndedBy(getState()) === 'logout') await removeFiles(entry.client_id);
      else writeOutboxEntry(me, entry);
    });
    void dispatch(flushOutbox());
    return entry.client_id;
  };
}

/** One tab sends at a time. Where tabs cannot take a lock, `client_id` makes a repetition harmless. */
const inOneTab = (memberId: string, work: () => Promise<void>): Promise<void> =>
  runInOneTab(`afterhours outbox ${memberId}`, work);

function post(entry: OutboxEntry, files: File[]): AppThunk<Promise<CallResult<typeof createMessage>>> {
  return async (dispatch) => {
    const { client_id, receiver_id, content } = entry;
    const reportProgress = (share: number) =>
      dispatch(outboxSending({ clientId: client_id, receiverId: receiver_id, share }));
    reportProgress(0);
    const attached = files.map((file, at) => ({
      field: entry.files[at]?.filetype === 'image' ? 'image' : 'attachment',
      file,
    }));
    return call<typeof createMessage>('POST', '/messages/create', {
      body: { content, receiver_id, client_id },
      silenceMs: SILENCE_MS,
      ...(attached.length > 0 ? { files: attached, onProgress: reportProgress } : {}),
    });
  };
}

/** Handles a message that the server has stored: adds it to the conversation first, then removes it from the outbox. */
function moveToConversation(me: string, entry: OutboxEntry, message: Message): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const userId = entry.receiver_id;
    const conversation = selectMessageState(getState()).connections[userId];
    dispatch(messageArrived({ userId, message, own: true }));
    // A first message may be a request.
    if (!conversation?.uniquekey || conversation.contact) void dispatch(loadConversation({ userId }));
    // Loads the other member's messages that were stored in between.
    const thread = selectMessageState(getState()).messages[userId];
    if (thread && thread.lastSeq < message.seq) await dispatch(catchUp(userId));
    removeOutboxEntry(me, entry.client_id);
    dispatch(outboxRemoved(entry.client_id));
    emitLive('sendMessageToServer', { room: message.uniquekey, message });
    if (entry.files.length > 0) void removeFiles(entry.client_id);
  };
}

function refuse(me: string, entry: OutboxEntry, failure: string, filesRejected = false): AppThunk {
  return (dispatch) => {
    const refused = { ...entry, failure, filesRejected };
    writeOutboxEntry(me, refused);
    dispatch(outboxPut(refused));
  };
}

/** Sends one message. If the server is unreachable, resolves to the milliseconds to wait, 0 for the usual delay. */
function sendOne(me: string, entry: OutboxEntry): AppThunk<Promise<number | null>> {
  return async (dispatch) => {
    const files = entry.files.length > 0 ? await readFiles(entry.client_id) : [];
    if (files.length < entry.files.length) {
      dispatch(refuse(me, entry, t(texts.filesLost)));
      return null;
    }
    const response = await dispatch(post(entry, files));
    dispatch(outboxSending(null));
    if (response.ok) await dispatch(moveToConversation(me, entry, response.body));
    else if (isSentAgain(response)) return (response.retryAfter ?? 0) * 1_000;
    else dispatch(refuse(me, entry, response.message, FILES_REJECTED.has(response.status)));
    return null;
  };
}

let wait = FIRST_WAIT_MS;
let timer: ReturnType<typeof setTimeout> | undefined;
let running = false;
let wanted = false;

/** Sends the waiting messages. If the server becomes unreachable, schedules the next attempt. */
function sendAll(me: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    for (;;) {
      const next = readOutbox(me).find((entry) => entry.failure === null);
      if (!next || ownId(getState()) !== me || readToken() === null) return;
      const later = await dispatch(sendOne(me, next));
      if (later === null) {
        wait = FIRST_WAIT_MS;
        continue;
      }
      clearTimeout(timer);
      timer = setTimeout(() => void dispatch(flushOutbox()), Math.max(later, wait));
      wait = Math.min(wait * 2, LONGEST_WAIT_MS);
      return;
    }
  };
}

/** Sends the waiting messages. A call during a run makes the run include what was added. */
function flushOutbox(): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    wanted = true;
    const me = ownId(getState());
    if (running || !me || readOutbox(me).every((entry) => entry.failure !== null)) return;
    running = true;
    clearTimeout(timer);
    try {
      await inOneTab(me, async () => {
        while (wanted) {
          wanted = false;
          await dispatch(sendAll(me));
        }
      });
    } finally {
      running = false;
    }
  };
}

/** Sends the waiting messages at once, because the server is reachable again. */
export function flushOutboxNow(): AppThunk {
  return (dispatch) => {
    wait = FIRST_WAIT_MS;
    void dispatch(flushOutbox());
  };
}

/** Sends a rejected message again. It was not stored, so it gets a new id: the old id may be why it was rejected. */
export function retryMessage(clientId: string): AppThunk<Promise<void>> {
  return async (dispatch, getState) => {
    const me = ownId(getState());
    const entry = me && readOutboxEntry(me, clientId);
    if (!me || !entry) return;
    const again = { ...entry, client_id: makeClientId(), failure: null };
    const files = entry.files.length > 0 ? await readFiles(clientId) : [];
    // The browser has lost them, or does not answer: then they can be read another time, unless they are removed.
    if (files.length < entry.files.length) {
      showError(t(texts.filesLost));
      return;
    }
    if (files.length > 0) await writeFiles(again.client_id, files);
    writeOutboxEntry(me, again);
    dispatch(outboxPut(again));
    dispatch(discardMessage(clientId));
    void dispatch(flushOutbox());
  };
}

/** Discards an unsent message. */
export function discardMessage(clientId: string): AppThunk {
  return (dispatch, getState) => {
    const me = ownId(getState());
    if (!me) return;
    removeOutboxEntry(me, clientId);
    dispatch(outboxRemoved(clientId));
    void removeFiles(clientId);
  };
}
