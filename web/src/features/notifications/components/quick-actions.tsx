import { defineMessages } from '@afterhours/contract/base/message';
import type { Notification } from '@afterhours/contract/notifications/notifications';
import type { Person } from '@afterhours/contract/people/people';
import Reply from 'lucide-react/icons/reply';
import { useEffect } from 'react';
import { selectRelationship } from '#entities/people/connection-slice.ts';
import { selectFollowing, selectFollowVersion } from '#entities/people/follow-slice.ts';
import { receivePeople } from '#entities/people/receive-people.ts';
import { AnswerButtons } from '#features/connections/components/invitation-row.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { markRead } from '../notification-commands.ts';
import { commentOf } from '../notification-text.ts';
import styles from './notification-row.module.css';

const texts = defineMessages('notifications.actions', {
  reply: 'Reply',
  replyTo: 'Reply to {name}',
  connected: 'You are connected.',
});

/** Accept and Ignore, until the invitation is answered, here or elsewhere; then a note that it was accepted. */
function Answer({ person, isPending }: { person: Person; isPending: boolean }) {
  const status = useAppSelector((state) => selectRelationship(state, person._id)?.status);
  if (status === 'connected') return <p className={styles.done}>{t(texts.connected)}</p>;
  if (!isPending || (status !== undefined && status !== 'received')) return null;
  return <AnswerButtons person={person} name={fullName(person)} note={null} />;
}

/** The Follow button, for a follower whom the viewer does not follow. */
function FollowBack({ person }: { person: Person }) {
  const dispatch = useAppDispatch();
  const isKnown = useAppSelector((state) => selectFollowing(state, person._id) !== undefined);
  const followVersion = useAppSelector(selectFollowVersion);
  useEffect(() => {
    if (!isKnown) dispatch(receivePeople([{ ...person, follower: [] }], followVersion));
  }, [dispatch, isKnown, person, followVersion]);
  return <FollowButton person={person} followOnly />;
}

/** The actions that a notification offers without being opened. */
export function QuickActions({ notification }: { notification: Notification }) {
  const dispatch = useAppDispatch();
  const { action, actor, kind, link } = notification;
  if (actor === null) return null;
  return (
    <div ref={keepFocus} className={styles.actions}>
      {kind === 'invited' && <Answer person={actor} isPending={action === 'answer'} />}
      {action === 'follow' && <FollowBack person={actor} />}
      {action === 'reply' && (
        <ButtonLink
          size="small"
          icon={Reply}
          to={link}
          state={commentOf(notification)}
          aria-label={t(texts.replyTo, { name: actor.firstName })}
          onClick={() => void dispatch(markRead(notification))}
        >
          {t(texts.reply)}
        </ButtonLink>
      )}
    </div>
  );
}
