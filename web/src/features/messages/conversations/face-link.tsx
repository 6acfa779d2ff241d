import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { profilePath } from '#entities/people/profile-path.ts';
import styles from '../bubbles/message.module.css';
import type { ConversationState } from '../state/message-state.ts';

type FaceLinkProps = { other: ConversationState['otherUserDetail']; children: ReactNode };

/** A picture that links to the member's page, as the name beside it does. Members who have left have no page. */
export function FaceLink({ other, children }: FaceLinkProps) {
  if (other.deleted) return <div className={styles.face}>{children}</div>;
  return (
    <Link to={profilePath(other)} tabIndex={-1} aria-hidden="true" className={styles.face}>
      {children}
    </Link>
  );
}
