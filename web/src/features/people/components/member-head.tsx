import type { Person } from '@afterhours/contract/people';
import type { ReactNode } from 'react';
import { userImage } from '#features/uploads/image-address.ts';
import { formatCount } from '#lib/format.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import styles from './member-head.module.css';

type MemberHeadProps = {
  person: Person | undefined;
  counts?: { followers: number; followings: number } | null;
  /** Not known yet: the shape of what is to come. */
  waiting?: boolean;
  children?: ReactNode;
};

/** Who a member is, how many follow them and whom they follow, and what can be done. */
export function MemberHead({ person, counts, waiting = false, children }: MemberHeadProps) {
  if (waiting) {
    return (
      <Card key="waiting" aria-hidden="true" className={styles.head}>
        <Avatar name="" size={96} />
        <div className={styles.who}>
          <Skeleton shape="heading" />
          <Skeleton shape="text" lines={2} />
        </div>
      </Card>
    );
  }
  return (
    <Card key="known" className={styles.head}>
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
