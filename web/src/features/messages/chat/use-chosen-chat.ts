/** Which chat is open. The URL holds it, so that it survives a reload and works with links and the Back button. */
import { isId } from '@afterhours/contract/constants/fields';
import type { Person } from '@afterhours/contract/people/people';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadConversation } from '../conversations/conversation-commands.ts';
import { selectReplacementOf } from '../state/message-slice.ts';

const NEW = 'new';

/** The navigation state that other pages pass: a person to write to, or a conversation to open. */
type MessagesState = {
  defaultUser?: Person;
  openConversation?: boolean;
  user?: Person;
  connectionId?: string;
  /** Set by the page itself: the list is the previous history entry. */
  inside?: true;
} | null;

export type Chosen = { kind: 'chat'; userId: string } | { kind: 'new' } | null;

function chosenOf(hash: string): Chosen {
  const name = decodeURIComponent(hash.slice(1)).toLowerCase();
  if (name === NEW) return { kind: 'new' };
  return isId(name) ? { kind: 'chat', userId: name } : null;
}

export const toChat = (userId: string): string => `/Messages#${userId}`;
export const toNewMessage = `/Messages#${NEW}`;

export function useChosenChat() {
  const { hash, state } = useLocation();
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const wanted = state as MessagesState;

  useEffect(() => {
    const person = wanted?.openConversation ? wanted.user : wanted?.defaultUser;
    const go = (userId: string) => void navigate(toChat(userId), { replace: true });
    if (person?._id) {
      dispatch(peopleReceived([person]));
      go(person._id);
    } else if (wanted?.openConversation && wanted.connectionId) {
      void dispatch(loadConversation({ uniquekey: wanted.connectionId })).then(
        (response) => response.ok && go(response.conversation.other_user_id),
      );
    }
  }, [wanted, navigate, dispatch]);

  const chosen = chosenOf(hash);
  const replacement = useAppSelector((root) =>
    selectReplacementOf(root, chosen?.kind === 'chat' ? chosen.userId : null),
  );
  useEffect(() => {
    if (replacement !== undefined) void navigate(toChat(replacement), { replace: true, state: wanted });
  }, [replacement, navigate, wanted]);
  // Opening a chat from the list adds one history entry; switching chats replaces it, so that one Back leads to the
  // list.
  const inside = chosen !== null;
  const step = useMemo(
    () => ({ replace: inside, state: inside ? wanted : ({ inside: true } as const) }),
    [inside, wanted],
  );
  const open = useCallback((userId: string) => void navigate(toChat(userId), step), [navigate, step]);
  const compose = useCallback(() => void navigate(toNewMessage, step), [navigate, step]);
  const close = useCallback(
    () => void (wanted?.inside ? navigate(-1) : navigate('/Messages', { replace: true })),
    [navigate, wanted],
  );
  return { chosen, step, open, compose, close };
}
