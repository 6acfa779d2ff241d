import { type ReactNode, useState } from 'react';
import { PersonRow } from '#entities/people/person-row.tsx';
import { SuggestionReason } from '#entities/people/suggestion-reason.tsx';
import type { Suggestion } from '#entities/people/suggestion-slice.ts';
import { selectPerson } from '#entities/people/user-slice.ts';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { useAppSelector } from '#lib/store.ts';
import { LoadingNote, PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { useSuggestions } from '../use-suggestions.ts';
import styles from './five-people.module.css';

const SHOWN = 5;

function Row({ _id, reasonParts }: Suggestion) {
  const person = useAppSelector((state) => selectPerson(state, _id));
  if (!person) return null;
  return (
    <li>
      <PersonRow
        person={person}
        lines={[person.profession]}
        meta={
          reasonParts && (
            <span>
              <SuggestionReason {...reasonParts} />
            </span>
          )
        }
      >
        <FollowButton person={person} />
      </PersonRow>
    </li>
  );
}

/** Recommended people first, then those of the wider list, each once; they stay when the lists are reloaded. */
function useFive() {
  const recommended = useSuggestions('recommended');
  const colleagues = useSuggestions('colleagues');
  const isLoading = [recommended, colleagues].some(({ status }) => status === 'idle' || status === 'loading');
  const [five, setFive] = useState<Suggestion[] | null>(null);
  if (five === null && !isLoading) {
    const every = new Map([...colleagues.entries, ...recommended.entries].map((entry) => [entry._id, entry]));
    const ids = new Set([...recommended.entries, ...colleagues.entries].map(({ _id }) => _id));
    setFive([...ids].slice(0, SHOWN).flatMap((id) => every.get(id) ?? []));
  }
  return five;
}

/** Five people to follow, with their avatars and the reasons for the suggestion. `none` is shown if there is nobody. */
export function FivePeople({ none = null }: { none?: ReactNode }) {
  const five = useFive();
  if (five === null)
    return (
      <div className={styles.list}>
        <LoadingNote />
        {Array.from({ length: SHOWN }, (_, at) => (
          <div key={at} className={styles.waiting}>
            <PersonSkeleton />
          </div>
        ))}
      </div>
    );
  if (five.length === 0) return none;
  return (
    <ul className={styles.list}>
      {five.map((entry) => (
        <Row key={entry._id} {...entry} />
      ))}
    </ul>
  );
}
