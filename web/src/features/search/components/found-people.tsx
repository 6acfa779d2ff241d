import { PersonRow } from '#entities/people/person-row.tsx';
import { selectPeople } from '#entities/people/user-slice.ts';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { ConnectButton } from '#features/connections/components/connect-button.tsx';
import { FollowButton } from '#features/follow/components/follow-button.tsx';
import { useAppSelector } from '#lib/store.ts';
import { countryName } from '#lib/text/country.ts';
import { fullName } from '#lib/text/full-name.ts';
import { joinUnits } from '#lib/text/translate.ts';
import { Highlighted } from '#ui/text/highlighted.tsx';
import { selectFacts } from '../search-slice.ts';
import styles from './found-people.module.css';

function FoundPerson({ id }: { id: string }) {
  const person = useAppSelector(selectPeople)[id];
  const facts = useAppSelector((state) => selectFacts(state, id));
  const signedIn = useAppSelector(selectIsLoggedIn);
  if (!person) return null;
  const country = facts?.country && countryName(facts.country);
  const lines = [person.profession, joinUnits(facts?.skills ?? []), country].filter((line) => !!line);
  return (
    <li className={styles.row}>
      <PersonRow
        person={person}
        name={<Highlighted text={fullName(person)} />}
        meta={lines.map((line) => (
          <span key={line}>
            <bdi>
              <Highlighted text={line ?? ''} />
            </bdi>
          </span>
        ))}
      />
      {signedIn && (
        <span className={styles.actions}>
          <FollowButton person={person} />
          <ConnectButton person={person} size="small" />
        </span>
      )}
    </li>
  );
}

/** The people that match a search, best match first. */
export function FoundPeople({ ids, busy }: { ids: readonly string[]; busy: boolean }) {
  return (
    <ul aria-busy={busy}>
      {ids.map((id) => (
        <FoundPerson key={id} id={id} />
      ))}
    </ul>
  );
}
