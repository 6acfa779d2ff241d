/** Commands that load message requests and answer them. */
import { defineMessages } from '@afterhours/contract/base/message';
import type { answerMessageRequest, listMessageRequests } from '@afterhours/contract/messages/message-requests';
import type { ServerEventPayload } from '@afterhours/contract/realtime';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { announceOnly } from '#lib/notify.ts';
import type { AppThunk } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { loadConversation } from '../conversations/conversation-commands.ts';
import { selectMessageState } from '../state/message-slice.ts';
import { requestChanged, requestsCounted, requestsLoaded } from '../state/request-slice.ts';

const texts = defineMessages('messages.requestAnswers', {
  ignored: 'Request ignored. {name} isn’t notified.',
});

export type RequestState = 'waiting' | 'ignored';

const PAGE_SIZE = '20';

export function loadMessageRequests(state: RequestState, cursor: string | null) {
  return async (dispatch: (action: unknown) => unknown) => {
    const query = { state, limit: PAGE_SIZE, ...(cursor ? { cursor } : {}) };
    const response = await call<typeof listMessageRequests>('GET', '/messages/requests', { query });
    if (response.ok) {
      dispatch(requestsCounted(response.waiting));
      dispatch(requestsLoaded(response.body));
    }
    return response;
  };
}

/** Loads the number of waiting requests. */
export function loadMessageRequestCount(): AppThunk<Promise<void>> {
  return async (dispatch) => {
    const query = { limit: '1' };
    const response = await call<typeof listMessageRequests>('GET', '/messages/requests', { query });
    if (response.ok) dispatch(requestsCounted(response.waiting));
  };
}

/** Applies a request's change from any tab, and reloads its chat if that is loaded. Returns whether it was accepted. */
export function showRequest(changed: ServerEventPayload<'messageRequest'>): AppThunk<boolean> {
  return (dispatch, getState) => {
    const { uniquekey, user_id: userId, request } = changed;
    dispatch(requestChanged({ uniquekey, request }));
    void dispatch(loadMessageRequestCount());
    const isAccepted = request === null;
    if (isAccepted || selectMessageState(getState()).connections[userId]) void dispatch(loadConversation({ userId }));
    return isAccepted;
  };
}

/** Removes a request whose message its sender has deleted. */
export const forgetRequest =
  ({ uniquekey }: { uniquekey: string }): AppThunk =>
  (dispatch) => {
    dispatch(requestChanged({ uniquekey, request: null }));
    void dispatch(loadMessageRequestCount());
  };

type Sender = { _id: string; firstName: string };
type Action = 'accept' | 'ignore' | 'restore';

/** Shows the new state of a request, and reloads what depends on it. */
function applyAnswer(uniquekey: string, sender: Sender, request: RequestState | null): AppThunk {
  return (dispatch) => {
    dispatch(requestChanged({ uniquekey, request }));
    void dispatch(loadConversation({ userId: sender._id }));
    void dispatch(loadMessageRequestCount());
  };
}

/** Shows a request as ignored whose message the viewer has reported. The bar of the chat can restore it. */
export function showIgnored(uniquekey: string, sender: Sender): AppThunk {
  return (dispatch) => {
    dispatch(applyAnswer(uniquekey, sender, 'ignored'));
    announceOnly(t(texts.ignored, { name: sender.firstName }));
  };
}

/**
 * Sends the viewer's answer to a request. Returns whether the server accepted it, and shows an error if not. An ignored
 * request is restored by a button in its chat: on a phone, a toast with "Undo" would cover the buttons there.
 */
export function answerRequest(uniquekey: string, sender: Sender, action: Action): AppThunk<Promise<boolean>> {
  return async (dispatch) => {
    const params = { id: uniquekey };
    const response = await call<typeof answerMessageRequest>('POST', '/messages/requests/:id', {
      params,
      body: { action },
    });
    if (!response.ok) {
      showFailure(response);
      return false;
    }
    dispatch(applyAnswer(uniquekey, sender, response.body.request));
    announceOnly(response.message);
    return true;
  };
}
