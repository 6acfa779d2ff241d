/** Which chat is open: the address says it, so that a reload, a link and the way back keep it. */
import { isId } from '@afterhours/contract/constants/fields';
import type { Person } from '@afterhours/contract/people';
import { useCallback, useEffect, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { peopleReceived } from '#entities/people/user-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { loadConversation } from '../conversations/conversation-commands.ts';
import { selectPlaceOf } from '../state/message-slice.ts';

const NEW = 'new';

/** What other pages say: a person to write to, or a conversation to open. */
type MessagesState = {
  defaultUser?: Person;
  openConversation?: boolean;
  user?: Person;
  connectionId?: string;
  /** Set by the page itself: the list is one step back. */
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
        (answer) => answer.ok && go(answer.connection.other_user_id),
      );
    }
  }, [wanted, navigate, dispatch]);

  const chosen = chosenOf(hash);
  const place = useAppSelector((root) => selectPlaceOf(root, chosen?.kind === 'chat' ? chosen.userId : null));
  useEffect(() => {
    if (place !== undefined) void navigate(toChat(place), { replace: true, state: wanted });
  }, [place, navigate, wanted]);
  // One step from the list into a chat, however many are looked at: the way back is one step, too.
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
