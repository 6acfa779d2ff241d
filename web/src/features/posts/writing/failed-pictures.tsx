import { useRef, useState } from 'react';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import type { ComposerImage } from './use-image-uploads.ts';

/** Nothing is published without a picture that did not upload unless the member says so, each time anew. */
export function useFailedPictures(failed: readonly ComposerImage[]) {
  const [open, setOpen] = useState(false);
  const allowed = useRef(false);
  return {
    open,
    close: () => setOpen(false),
    /** The next submit goes through. */
    allow: () => {
      setOpen(false);
      allowed.current = true;
    },
    /** Asks when there is something to ask; returns whether the submit has to wait for the answer. */
    asksBefore: (): boolean => {
      const asks = failed.length > 0 && !allowed.current;
      allowed.current = false;
      if (asks) setOpen(true);
      return asks;
    },
  };
}

type FailedPicturesProps = {
  open: boolean;
  failed: readonly ComposerImage[];
  verb: string;
  onRetry: () => void;
  onClose: () => void;
  onContinue: () => void;
};

/** "1 picture did not upload": try again, or go on without it. */
export function FailedPictures({ open, failed, verb, onRetry, onClose, onContinue }: FailedPicturesProps) {
  const one = failed.length === 1;
  const retryable = failed.some((image) => image.retryable);
  const back = () => {
    onClose();
    if (retryable) onRetry();
  };
  return (
    <ConfirmDialog
      open={open}
      title={one ? '1 picture did not upload' : `${failed.length} pictures did not upload`}
      cancelLabel={retryable ? 'Try again' : 'Go back'}
      confirmLabel={`${verb} without ${one ? 'it' : 'them'}`}
      onCancel={back}
      onConfirm={onContinue}
    >
      {failed.map(({ name }) => name).join(', ')} {one ? 'is' : 'are'} not part of the post yet.
    </ConfirmDialog>
  );
}
