import type { ReactNode } from 'react';
import { Link } from 'react-router';
import styles from '../bubbles/message.module.css';
import type { Connection } from '../state/message-state.ts';

type FaceLinkProps = { other: Connection['otherUserDetail']; children: ReactNode };

/** Leads from a face to its page, beside a name that does so, too. Who has left has no page. */
export function FaceLink({ other, children }: FaceLinkProps) {
  if (other.deleted) return <div className={styles.face}>{children}</div>;
  return (
    <Link to={`/results/view-profile/${other._id}`} tabIndex={-1} aria-hidden="true" className={styles.face}>
      {children}
    </Link>
  );
}
