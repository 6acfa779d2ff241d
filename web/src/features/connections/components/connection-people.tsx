import { defineMessages } from '@afterhours/contract/base/message';
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
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { IconButton } from '#ui/buttons/icon-button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { Time } from '#ui/text/time.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import { disconnect } from '../connection-commands.ts';
import { connectionTexts } from '../connection-texts.ts';
import type { StoredConnection } from '../lists/connection-list-slice.ts';
import { useConnections } from '../lists/use-connections.ts';
import styles from './connection-people.module.css';

const RemoveConnection = lazyPart(async () => (await import('./remove-connection.tsx')).RemoveConnection);

const texts = defineMessages('connections.people', {
  since: 'Connected · {time}',
  message: 'Message',
  messageTo: 'Message {name}',
  remove: 'Remove {name} from your connections',
  noMatch: 'Nobody found',
  noMatchHint: 'None of your connections matches “{keyword}”.',
  noneHint: 'People you are connected with will appear here.',
  search: 'Search your connections',
  searchHint: 'Search by name or profession',
  found: '{count, plural, one {# person found} other {# people found}}',
  loading: 'Loading connections',
  all: 'Those are all your connections.',
});

function Row({ userId, since }: StoredConnection) {
  const dispatch = useAppDispatch();
  const person = useAppSelector((state) => selectPerson(state, userId));
  const busy = useAppSelector((state) => selectRelationshipBusy(state, userId));
  const [asking, setAsking] = useState(false);
  if (!person) return null;
  const name = fullName(person);
  return (
    <li data-row={userId} className={styles.row}>
      <PersonRow
        person={person}
        name={name}
        lines={[person.profession]}
        meta={
          <span>
            <Sentence text={texts.since} values={{ time: <Time value={since} /> }} />
          </span>
        }
      >
        <div className={styles.buttons}>
          <ButtonLink
            to="/Messages"
            state={{ defaultUser: person }}
            size="small"
            icon={MessageCircle}
            aria-label={t(texts.messageTo, { name })}
          >
            <span className={styles.word}>{t(texts.message)}</span>
          </ButtonLink>
          <IconButton
            icon={UserMinus}
            size={18}
            label={t(texts.remove, { name })}
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
      <EmptyState icon={UserSearch} title={t(texts.noMatch)}>
        <Sentence text={texts.noMatchHint} values={{ keyword }} />
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={UsersRound}
      title={t(connectionTexts.none)}
      action={
        <ButtonLink to="/find" variant="primary">
          {t(connectionTexts.find)}
        </ButtonLink>
      }
    >
      {t(texts.noneHint)}
    </EmptyState>
  );
}

function Waiting() {
  return (
    <div className={styles.waiting}>
      <LoadingNote>{t(texts.loading)}</LoadingNote>
      <PeopleSkeleton />
    </div>
  );
}

/** The viewer's connections, with a search and with buttons to write a message and to remove a connection. */
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
          label={t(texts.search)}
          hideLabel
          placeholder={t(texts.searchHint)}
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      )}
      <VisuallyHidden role="status">
        {keyword && status === 'ready' && t(texts.found, { count: total ?? 0 })}
      </VisuallyHidden>
      {!none && (
        <ul ref={list} className={styles.list} aria-busy={loading}>
          {entries.map((entry) => (
            <Row key={entry.userId} {...entry} />
          ))}
        </ul>
      )}
      {loading && (none || cursor !== null) && <Waiting />}
      {none && status === 'ready' && <Nobody keyword={keyword} />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={foot} />
      {!none && status === 'ready' && cursor === null && !keyword && <ListEnd>{t(texts.all)}</ListEnd>}
    </>
  );
}
