/** Which chat is open: the address says it, so that a reload, a link and the way back keep it. */
import { isId } from '@afterhours/contract/fields';
import type { Person } from '@afterhours/contract/people';
import { useCallback, useEffect } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { peopleReceived } from '#features/people/user-slice.ts';
import { useAppDispatch } from '#lib/store.ts';
import { loadConversation } from './conversation-commands.ts';

const NEW = 'new';

/** What other pages say: a person to write to, or a conversation to open. */
type MessagesState = {
  defaultUser?: Person;
  openConversation?: boolean;
  user?: Person;
  connectionId?: string;
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

  const open = useCallback((userId: string) => void navigate(toChat(userId)), [navigate]);
  const compose = useCallback(() => void navigate(toNewMessage), [navigate]);
  const close = useCallback(() => void navigate('/Messages'), [navigate]);
  return { chosen: chosenOf(hash), open, compose, close };
}
