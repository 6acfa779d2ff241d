import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { selectPerson } from '#features/people/user-slice.ts';
import type { StoredPost } from '#features/posts/entities.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { Button } from '#ui/button.tsx';
import { Icon } from '#ui/icon.tsx';
import { applyToJob } from '../job-commands.ts';
import styles from './apply-button.module.css';

/** Applies to a job of somebody else and goes on to the conversation with them. */
export function ApplyButton({ post }: { post: StoredPost }) {
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const me = useAppSelector(selectOwnUser)?._id;
  const owner = useAppSelector((state) => selectPerson(state, post.user_id));
  const [pending, setPending] = useState(false);
  if (me === undefined || me === post.user_id) return null;
  if (post.applied) {
    return (
      <p className={styles.applied}>
        <Icon icon={Check} />
        Applied
      </p>
    );
  }
  const apply = async () => {
    setPending(true);
    const applied = await dispatch(applyToJob(post));
    setPending(false);
    if (applied) void navigate('/Messages', { state: { defaultUser: owner } });
  };
  return (
    <Button variant="primary" loading={pending} className={styles.apply} onClick={() => void apply()}>
      Apply
    </Button>
  );
}
