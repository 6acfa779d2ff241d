import { defineMessages } from '@afterhours/contract/base/message';
import { formatExact } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import styles from './post-head.module.css';

const texts = defineMessages('posts.edited', {
  edited: 'Edited',
  title: 'Edited {time}',
  history: 'Edited: show the edit history',
});

const RevisionsDialog = lazyPart(async () => (await import('../revisions/revisions-dialog.tsx')).RevisionsDialog);

/** Shows that a post was edited, and opens its earlier versions. */
export function EditedMark({ postId, editedAt }: { postId: string; editedAt: string }) {
  const { shown, show, close } = useDialog();
  return (
    <>
      <button
        type="button"
        className={styles.edited}
        aria-label={t(texts.history)}
        title={t(texts.title, { time: formatExact(editedAt) })}
        onClick={() => show()}
      >
        {t(texts.edited)}
      </button>
      {shown && <RevisionsDialog postId={postId} open={shown.open} onClose={close} />}
    </>
  );
}
