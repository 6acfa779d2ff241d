import type { Person } from '@afterhours/contract/people/people';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { userImage } from '#lib/image-address.ts';
import { fullName } from '#lib/text/full-name.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import styles from './person-row.module.css';
import { profilePath } from './profile-path.ts';

type PersonRowProps = {
  person: Person;
  /** Instead of the full name. */
  name?: ReactNode;
  /** Muted lines below the name: profession, reason. */
  lines?: readonly (string | null)[];
  /** A muted last line with more than text, such as a time or a search term. */
  meta?: ReactNode;
  /** Buttons next to the link. */
  children?: ReactNode;
};

/** A person in a list; avatar, name and lines link to the profile. */
export function PersonRow({ person, name = fullName(person), lines, meta, children }: PersonRowProps) {
  return (
    <div className={styles.row}>
      <Link to={profilePath(person)} className={styles.link}>
        <Avatar name={person.firstName || person.username} src={userImage(person.image, 44)} />
        <span className={styles.text}>
          <span className={styles.name}>
            <bdi>{name}</bdi>
          </span>
          {lines?.map(
            (line) =>
              line && (
                <span key={line}>
                  <bdi>{line}</bdi>
                </span>
              ),
          )}
          {meta}
        </span>
      </Link>
      {children}
    </div>
  );
}
