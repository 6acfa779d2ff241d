import { defineMessages } from '@afterhours/contract/base/message';
import { searchMessages } from '@afterhours/contract/constants/search';
import type { Person } from '@afterhours/contract/people/people';
import Search from 'lucide-react/icons/search';
import SearchX from 'lucide-react/icons/search-x';
import { userImage } from '#lib/image-address.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { EmptyState } from '#ui/feedback/empty-state.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, PeopleSkeleton } from '#ui/feedback/skeleton.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { words } from '#ui/text/words.ts';
import styles from './new-message.module.css';
import { usePeopleSearch } from './use-people-search.ts';

const texts = defineMessages('messages.people', {
  who: 'Who do you want to write to?',
  whoHint: 'Search for a name, a profession or a skill.',
  members: 'Members',
});

type PeopleProps = { keyword: string; onChoose: (person: Person) => void };

type FoundPeopleProps = { found: ReturnType<typeof usePeopleSearch>; onChoose: PeopleProps['onChoose'] };

function FoundPeople({ found: { people, cursor, status, message, more }, onChoose }: FoundPeopleProps) {
  return (
    <>
      <ul className={styles.people} aria-label={t(texts.members)}>
        {people.map((person) => (
          <li key={person._id}>
            <button type="button" className={styles.person} onClick={() => onChoose(person)}>
              <Avatar name={person.firstName} src={userImage(person.image, 44)} />
              <span className={styles.text}>
                <span className={styles.name}>
                  <bdi>{fullName(person)}</bdi>
                </span>
                {person.profession && (
                  <span>
                    <bdi>{person.profession}</bdi>
                  </span>
                )}
              </span>
            </button>
          </li>
        ))}
      </ul>
      {status === 'failed' && <ErrorState quiet message={message} onRetry={more} />}
      {cursor !== null && status !== 'failed' && (
        <Button wide loading={status === 'loading'} onClick={more}>
          {t(words.seeMore)}
        </Button>
      )}
    </>
  );
}

/** The people that a search finds, to choose a receiver from. */
export function People({ keyword, onChoose }: PeopleProps) {
  const found = usePeopleSearch(keyword);
  const { people, status, message, retry } = found;
  if (status === 'failed' && people.length === 0) return <ErrorState message={message} onRetry={retry} />;
  if (status === 'loading' && people.length === 0) {
    return (
      <div className={styles.waiting}>
        <LoadingNote />
        <PeopleSkeleton />
      </div>
    );
  }
  if (people.length === 0 && keyword === '') {
    return (
      <EmptyState icon={Search} title={t(texts.who)}>
        {t(texts.whoHint)}
      </EmptyState>
    );
  }
  if (people.length === 0) {
    return (
      <EmptyState icon={SearchX} title={t(searchMessages.nothing)}>
        {t(searchMessages.advice)}
      </EmptyState>
    );
  }
  return <FoundPeople found={found} onChoose={onChoose} />;
}
