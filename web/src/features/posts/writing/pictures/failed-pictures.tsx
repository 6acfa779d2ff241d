import { defineMessages } from '@afterhours/contract/base/message';
import { useRef, useState } from 'react';
import { joinUnits, t } from '#lib/text/translate.ts';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { words } from '#ui/text/words.ts';
import type { ComposerImage } from './use-image-uploads.ts';

const texts = defineMessages('posts.failedPictures', {
  title: '{count, plural, one {# picture did not upload} other {# pictures did not upload}}',
  back: 'Go back',
  publish: 'Publish without {count, plural, one {it} other {them}}',
  save: 'Save without {count, plural, one {it} other {them}}',
  text: '{count, plural, one {{names} is not part of the post yet.} other {{names} are not part of the post yet.}}',
});

/** Never publishes a post silently without a picture that failed to upload: the member has to agree, each time. */
export function useFailedPictures(failed: readonly ComposerImage[]) {
  const [open, setOpen] = useState(false);
  const allowed = useRef(false);
  return {
    open,
    close: () => setOpen(false),
    /** Lets the next submit pass. */
    allow: () => {
      setOpen(false);
      allowed.current = true;
    },
    /** Opens the question if an upload has failed. Returns whether the submit has to wait for the member's choice. */
    asksBefore: (): boolean => {
      const mustAsk = failed.length > 0 && !allowed.current;
      allowed.current = false;
      if (mustAsk) setOpen(true);
      return mustAsk;
    },
  };
}

type FailedPicturesProps = {
  open: boolean;
  failed: readonly ComposerImage[];
  verb: 'publish' | 'save';
  onRetry: () => void;
  onClose: () => void;
  onContinue: () => void;
};

/** "1 picture did not upload": retry, or continue without it. */
export function FailedPictures({ open, failed, verb, onRetry, onClose, onContinue }: FailedPicturesProps) {
  const count = failed.length;
  const retryable = failed.some((image) => image.retryable);
  const back = () => {
    onClose();
    if (retryable) onRetry();
  };
  return (
    <ConfirmDialog
      open={open}
      title={t(texts.title, { count })}
      cancelLabel={t(retryable ? words.tryAgain : texts.back)}
      confirmLabel={t(texts[verb], { count })}
      onCancel={back}
      onConfirm={onContinue}
    >
      {t(texts.text, { count, names: joinUnits(failed.map(({ name }) => name)) })}
    </ConfirmDialog>
  );
}
