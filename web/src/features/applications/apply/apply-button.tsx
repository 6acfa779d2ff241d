import { defineMessages } from '@afterhours/contract/base/message';
import Inbox from 'lucide-react/icons/inbox';
import { lazy, Suspense } from 'react';
import { useNavigate } from 'react-router';
import { selectPerson } from '#entities/people/user-slice.ts';
import type { StoredPost } from '#entities/posts/entities.ts';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { loadWithRetries } from '#lib/parts/load-part.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import styles from './apply-button.module.css';

const texts = defineMessages('messages.apply', {
  apply: 'Apply',
  received: 'Applications',
});

const ApplyDialog = lazyPart(async () => (await import('./apply-dialog.tsx')).ApplyDialog);
const AppliedNote = lazy(() =>
  loadWithRetries(async () => ({ default: (await import('./applied-note.tsx')).AppliedNote })),
);

/**
 * Opens the form to apply for a job, and afterwards the conversation with the job's author. After that, it shows the
 * status of the application. For the job's author, it links to the applications.
 */
export function ApplyButton({ post }: { post: StoredPost }) {
  const navigate = useNavigate();
  const me = useAppSelector(selectOwnUser)?._id;
  const owner = useAppSelector((state) => selectPerson(state, post.user_id));
  const { shown, show, close } = useDialog();
  if (me === undefined) return null;
  if (me === post.user_id) {
    return (
      <ButtonLink to={`/jobs/${post._id}/applications`} icon={Inbox} className={styles.apply}>
        {t(texts.received)}
      </ButtonLink>
    );
  }
  if (post.applied) {
    return (
      <Suspense fallback={<div className={styles.applied} />}>
        <AppliedNote application={post.job?.myApplication ?? null} />
      </Suspense>
    );
  }
  const closed = post.job?.state === 'closed';
  // An open form stays when the job closes in the meantime; sending it shows the error.
  if (closed && !shown?.open) return null;
  const onSent = () => void navigate('/Messages', { state: { defaultUser: owner } });
  return (
    <>
      {!closed && (
        <Button variant="primary" className={styles.apply} onClick={() => show()}>
          {t(texts.apply)}
        </Button>
      )}
      {shown && <ApplyDialog key={shown.key} post={post} open={shown.open} onClose={close} onSent={onSent} />}
    </>
  );
}
