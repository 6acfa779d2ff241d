import { useLocation } from 'react-router';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { toLoginState } from '../guards.tsx';
import styles from './ways-in.module.css';

/** For guests on a public page; who signs in comes back to it. */
export function WaysIn() {
  const state = toLoginState(useLocation(), null);
  return (
    <div className={styles.ways}>
      <ButtonLink to="/Login" state={state} size="small" variant="quiet">
        Sign in
      </ButtonLink>
      <ButtonLink to="/Register" state={state} size="small" variant="primary">
        Join
      </ButtonLink>
    </div>
  );
}
