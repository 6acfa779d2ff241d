import SearchX from 'lucide-react/icons/search-x';
import { type ReactNode, useCallback } from 'react';
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

function Colleague({ _id, reason }: Suggestion) {
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  const name = person.firstName || person.username;
  return (
    <li className={styles.entry}>
      {/* Without a picture the generic icon stands in, not the initial. */}
      <Avatar name="" src={userImage(person.image, 64)} size={64} />
      <div className={styles.text}>
        <h2 className={styles.name}>
          <bdi>{name}</bdi>
        </h2>
        <p>{person.username}</p>
        {person.profession && (
          <p>
            <bdi>{person.profession}</bdi>
          </p>
        )}
        {reason && <p>{reason}</p>}
      </div>
      <div className={styles.buttons}>
        <FollowButton person={person} variant="primary" />
        <ConnectButton person={person} unasked />
        <ButtonLink size="small" to={`/results/view-profile/${_id}`} aria-label={`Visit page of ${name}`}>
          Visit page
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

/** The wider list of people worth knowing, why, and the ways to them. `side`: the panels of other features, from the router. */
export function FindPage({ side }: { side: ReactNode }) {
  const { entries, cursor, status, message, more, retry } = useColleagues();
  // With whom something is pending already.
  useInvitations('received');
  useInvitations('sent');
  const end = useEndInSight(more, status === 'ready' && cursor);
  const loading = status === 'idle' || status === 'loading';
  return (
    <Columns left={<OwnCard />} right={side}>
      <title>{pageTitle('Find Colleagues')}</title>
      <h1>Find Colleagues</h1>
      {loading && entries.length === 0 && <Spinner width={96} label="Looking for colleagues" />}
      {entries.length > 0 && (
        <Card>
          <ul className={styles.list} aria-busy={loading}>
            {entries.map((entry) => (
              <Colleague key={entry._id} {...entry} />
            ))}
          </ul>
          {loading && (
            <>
              <LoadingNote>Loading more colleagues</LoadingNote>
              <PersonSkeleton />
            </>
          )}
        </Card>
      )}
      {status === 'ready' && entries.length === 0 && (
        <Card>
          <EmptyState
            icon={SearchX}
            title="No colleagues found"
            action={
              <ButtonLink to="/home" variant="primary">
                Go to the feed
              </ButtonLink>
            }
          >
            You already follow everyone we could suggest. New members will appear here.
          </EmptyState>
        </Card>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      <div ref={end} />
      {status === 'ready' && entries.length > 0 && cursor === null && (
        <ListEnd>That’s everyone we can suggest for now.</ListEnd>
      )}
    </Columns>
  );
}
