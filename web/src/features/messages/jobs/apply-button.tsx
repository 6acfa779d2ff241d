import { defineMessages } from '@afterhours/contract/base/message';
import Check from 'lucide-react/icons/check';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './apply-button.module.css';
import { applyToJob } from './job-commands.ts';

const texts = defineMessages('messages.apply', {
  apply: 'Apply',
  applied: 'Applied',
});

/** Applies to a job and opens the conversation with the member who offers it. */
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
        {t(texts.applied)}
      </p>
    );
  }
  if (post.job?.state === 'closed') return null;
  const apply = async () => {
    setPending(true);
    const applied = await dispatch(applyToJob(post));
    setPending(false);
    if (applied) void navigate('/Messages', { state: { defaultUser: owner } });
  };
  return (
    <Button variant="primary" loading={pending} className={styles.apply} onClick={() => void apply()}>
      {t(texts.apply)}
    </Button>
  );
}
