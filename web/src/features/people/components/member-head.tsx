import type { Person } from '@afterhours/contract/people';
import type { ReactNode } from 'react';
import { userImage } from '#features/uploads/image-address.ts';
import { formatCount } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import styles from './member-head.module.css';

type MemberHeadProps = {
  person: Person | undefined;
  counts?: { followers: number; followings: number } | null;
  children?: ReactNode;
};

/** Who a member is, how many follow them and whom they follow, and what can be done. */
export function MemberHead({ person, counts, children }: MemberHeadProps) {
  return (
    <Card className={styles.head}>
      <Avatar name={person?.firstName ?? ''} src={userImage(person?.image, 96)} size={96} />
      <div className={styles.who}>
        <h1>{person ? `${person.firstName} ${person.lastName}` : 'Member'}</h1>
        {person?.profession && <p>{person.profession}</p>}
        {person?.intro_details && <p className={styles.quiet}>{person.intro_details}</p>}
        {/* A line of its own from the start, so that the numbers move nothing when they come. */}
        {counts !== undefined && (
          <p className={styles.counts}>
            {counts &&
              `${formatCount(counts.followers)} ${counts.followers === 1 ? 'follower' : 'followers'} · ${formatCount(counts.followings)} following`}
          </p>
        )}
      </div>
      {children}
    </Card>
  );
}
