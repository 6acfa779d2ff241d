import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { CopyButton } from '#ui/buttons/copy-button.tsx';
import { Banner, FailureBanner } from '#ui/feedback/banner.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useLeaveQuestion } from '#ui/overlays/form-dialog.tsx';
import { words } from '#ui/text/words.ts';
import styles from './composer.module.css';
import { PostForm } from './post-form.tsx';
import { SubmitButton } from './submit-button.tsx';
import type { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.editDialog', {
  changed: 'This post was changed elsewhere while you were editing it. Saving replaces that change.',
  copy: 'Copy text',
});

type EditDialogProps = {
  title: string;
  /** The id of the form. */
  form: string;
  edit: ReturnType<typeof usePostForm>;
  open: boolean;
  onClose: () => void;
  onDiscard: () => void;
  /** Whether the post was changed elsewhere since the form began. */
  changed?: boolean;
  /** Says that the post no longer exists, if so: then what was written can only be copied. */
  gone: string | null;
};

const showPlace = (place: HTMLElement | null): void => {
  // Newer browsers return a promise here, which React would take for a cleanup function.
  place?.scrollIntoView?.({ block: 'nearest' });
};

/** The dialog around the form of a post that is not new. */
export function EditDialog(props: EditDialogProps) {
  const { title, form, edit, open, onClose, onDiscard, changed = false, gone } = props;
  const { title: heading, description } = edit.form.values;
  const { mayClose, question } = useLeaveQuestion({ dirty: gone !== null && edit.dirty, open });
  const copy = <CopyButton text={[heading, description].filter(Boolean).join('\n\n')} label={t(texts.copy)} />;
  return (
    <>
      <Dialog
        open={open}
        // The draft of a post that no longer exists could never be opened again.
        onClose={gone === null ? onClose : onDiscard}
        onBeforeClose={mayClose}
        title={title}
        size="medium"
        footer={
          <>
            <Button onClick={onDiscard}>{t(edit.dirty ? words.discardChanges : words.cancel)}</Button>
            {gone === null && <SubmitButton form={form} text={words.save} post={edit} />}
          </>
        }
      >
        {gone !== null && (
          <div className={styles.notice}>
            <FailureBanner action={copy}>{gone}</FailureBanner>
          </div>
        )}
        {changed && gone === null && (
          <div ref={showPlace} className={styles.notice}>
            <Banner tone="lamp">{t(texts.changed)}</Banner>
          </div>
        )}
        <PostForm
          id={form}
          verb="save"
          typeFixed
          {...edit}
          form={gone === null ? edit.form : { ...edit.form, message: null }}
        />
      </Dialog>
      {question}
    </>
  );
}
