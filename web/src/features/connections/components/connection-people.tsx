import MessageCircle from 'lucide-react/icons/message-circle';
import UserMinus from 'lucide-react/icons/user-minus';
import UserSearch from 'lucide-react/icons/user-search';
import UsersRound from 'lucide-react/icons/users-round';
import { useRef, useState } from 'react';
import { selectRelationshipBusy } from '#entities/people/connection-slice.ts';
import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPerson } from '#entities/people/user-slice.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useRowFocus } from '#lib/lists/use-row-focus.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Time } from '#ui/text/time.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { disconnect } from '../connection-commands.ts';
import type { StoredConnection } from '../lists/connection-list-slice.ts';
import { useConnections } from '../lists/use-connections.ts';
import styles from './connection-people.module.css';
import { RemoveConnection } from './remove-connection.tsx';

function Row({ userId, since }: StoredConnection) {
  const dispatch = useAppDispatch();
  const person = useAppSelector((state) => selectPerson(state, userId));
  const busy = useAppSelector((state) => selectRelationshipBusy(state, userId));
  const [asking, setAsking] = useState(false);
  if (!person) return null;
  const name = `${person.firstName} ${person.lastName}`;
  return (
    <li data-row={userId} className={styles.row}>
      <PersonRow
        person={person}
        name={name}
        lines={[person.profession]}
        meta={
          <span>
            Connected · <Time value={since} />
          </span>
        }
      >
        <div className={styles.buttons}>
          <ButtonLink
            to="/Messages"
            state={{ defaultUser: person }}
            size="small"
            icon={MessageCircle}
            aria-label={`Message ${name}`}
          >
            <span className={styles.word}>Message</span>
          </ButtonLink>
          <IconButton
            icon={UserMinus}
            size={18}
            label={`Remove ${name} from your connections`}
            data-control="remove"
            aria-disabled={busy || undefined}
            onClick={() => setAsking(true)}
          />
        </div>
      </PersonRow>
      <RemoveConnection
        name={name}
        open={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => void dispatch(disconnect(userId))}
      />
    </li>
  );
}

function Nobody({ keyword }: { keyword: string }) {
  if (keyword) {
    return (
      <EmptyState icon={UserSearch} title="Nobody found">
        No connection of yours matches “{keyword}”.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={UsersRound}
      title="No connection found"
      action={
        <ButtonLink to="/find" variant="primary">
          Find Colleagues
        </ButtonLink>
      }
    >
      People you are connected with appear here.
    </EmptyState>
  );
}

/** Whom I am connected with: to search, to write to, to part from. */
export function ConnectionPeople() {
  const [text, setText] = useState('');
  const { keyword, entries, total, cursor, status, message, more, retry } = useConnections(text);
  const list = useRef<HTMLUListElement>(null);
  useRowFocus(
    list,
    entries.map(({ userId }) => userId),
  );
  const foot = useEndInSight(more, status === 'ready' && cursor);
  const any = useAppSelector((state) => (selectOwnUser(state)?.connectionsCount ?? 0) > 0);
  const loading = status === 'idle' || status === 'loading';
  const none = entries.length === 0;
  return (
    <>
      {(any || !none || text !== '') && (
        <TextField
          type="search"
          label="Search your connections"
          hideLabel
          placeholder="Search by name or profession"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <VisuallyHidden role="status">
        {keyword && status === 'ready' && `${total ?? 0} ${total === 1 ? 'person' : 'people'} found`}
      </VisuallyHidden>
      {!none && (
        <ul ref={list} className={styles.list} aria-busy={loading}>
          {entries.map((entry) => (
            <Row key={entry.userId} {...entry} />
          ))}
        </ul>
      )}
      {loading && (none || cursor !== null) && (
        <div className={styles.waiting}>
          <LoadingNote>Loading connections</LoadingNote>
          <PersonSkeleton />
          <PersonSkeleton />
          <PersonSkeleton />
        </div>
      )}
      {none && status === 'ready' && <Nobody keyword={keyword} />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={foot} />
      {!none && status === 'ready' && cursor === null && !keyword && <ListEnd>Those are all your connections.</ListEnd>}
    </>
  );
}
