import { defineMessages } from '@afterhours/contract/base/message';
import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useCallback } from 'react';
import { Reason } from '#entities/people/reason.tsx';
import { loadSuggestions } from '#entities/people/suggestion-commands.ts';
import type { Suggestion } from '#entities/people/suggestion-slice.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { OwnCard } from '#features/account/components/own-card.tsx';
import { ConnectButton } from '#features/connections/components/connect-button.tsx';
import { useInvitations } from '#features/connections/invitations/use-invitations.ts';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { pageTitle } from '#lib/browser/site.ts';
import { userImage } from '#lib/image-address.ts';
import { useEndInSight } from '#lib/lists/use-end-in-sight.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { ListEnd } from '#ui/feedback/list-end.tsx';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Spinner } from '#ui/feedback/spinner.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Columns } from '#ui/layout/columns.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { useSuggestions } from '../use-suggestions.ts';
import styles from './find-page.module.css';

const texts = defineMessages('people.find', {
  title: 'Find Colleagues',
  visit: 'Visit page',
  visitMember: 'Visit page of {name}',
  looking: 'Looking for colleagues',
  loadingMore: 'Loading more colleagues',
  none: 'No colleagues found',
  noneHint: 'You already follow everyone we could suggest. New members will appear here.',
  toFeed: 'Go to the feed',
  all: 'That’s everyone we can suggest for now.',
});

function Colleague({ _id, reasonParts }: Suggestion) {
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  const name = person.firstName || person.username;
  return (
    <li className={styles.entry}>
      {/* A member without a picture has a generic icon here, not an initial. */}
      <Avatar name="" src={userImage(person.image, 64)} size={64} />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p>
          <bdi>{person.username}</bdi>
        </p>
        {person.profession && (
          <p>
            <bdi>{person.profession}</bdi>
          </p>
        )}
        {reasonParts && (
          <p>
            <Reason {...reasonParts} />
          </p>
        )}
      </div>
      <div className={styles.buttons}>
        <FollowButton person={person} variant="primary" />
        <ConnectButton person={person} unknownToo />
        <ButtonLink size="small" to={`/results/view-profile/${_id}`} aria-label={t(texts.visitMember, { name })}>
          {t(texts.visit)}
        </ButtonLink>
      </div>
    </li>
  );
}

function useColleagues() {
  const dispatch = useAppDispatch();
  const colleagues = useSuggestions('colleagues');
  const more = useCallback(() => void dispatch(loadSuggestions('colleagues', false)), [dispatch]);
  const retry = () => void dispatch(loadSuggestions('colleagues', colleagues.cursor === null));
  return { ...colleagues, more, retry };
}

function Nobody() {
  const toFeed = (
    <ButtonLink to="/home" variant="primary">
      {t(texts.toFeed)}
    </ButtonLink>
  );
  return (
    <Card>
      <EmptyState icon={SearchX} title={t(texts.none)} action={toFeed}>
        {t(texts.noneHint)}
      </EmptyState>
    </Card>
  );
}

/** The wider list of suggestions, each with its reason. `side` has the panels of other features from the router. */
export function FindPage({ side }: { side: ReactNode }) {
  const { entries, cursor, status, message, more, retry } = useColleagues();
  // The buttons show pending invitations.
  useInvitations('received');
  useInvitations('sent');
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  return (
    <Columns left={<OwnCard />} right={side}>
      <title>{pageTitle(t(texts.title))}</title>
      <h1>{t(texts.title)}</h1>
      {loading && entries.length === 0 && <Spinner width={96} label={t(texts.looking)} />}
      {entries.length > 0 && (
        <Card>
          <ul className={styles.list} aria-busy={loading}>
            {entries.map((entry) => (
              <Colleague key={entry._id} {...entry} />
            ))}
          </ul>
          {loading && (
            <>
              <LoadingNote>{t(texts.loadingMore)}</LoadingNote>
              <PersonSkeleton />
            </>
          )}
        </Card>
      )}
      {status === 'ready' && entries.length === 0 && <Nobody />}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={end} />
      {status === 'ready' && entries.length > 0 && cursor === null && <ListEnd>{t(texts.all)}</ListEnd>}
    </Columns>
  );
}
