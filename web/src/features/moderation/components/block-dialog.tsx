import type { Person } from '@afterhours/contract/people';
import { useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { blockMember } from '../moderation-commands.ts';

type BlockDialogProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName'>;
  open: boolean;
  onClose: () => void;
  onBlocked: () => void;
};

/** Asks before somebody is blocked, and says what that means. */
export function BlockDialog({ person, open, onClose, onBlocked }: BlockDialogProps) {
  const dispatch = useAppDispatch();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const block = async () => {
    if (pending) return;
    setPending(true);
    const failure = await dispatch(blockMember(person._id));
    setPending(false);
    setFailed(failure?.message);
    if (failure) return;
    onClose();
    onBlocked();
  };
  return (
    <ConfirmDialog
      open={open}
      title={`Block ${person.firstName} ${person.lastName}?`}
      confirmLabel="Block"
      danger
      loading={pending}
      onConfirm={() => void block()}
      onCancel={onClose}
    >
      {failed && <Banner tone="danger">{failed}</Banner>}
      <p>
        Neither of you sees, finds, follows or messages the other any more. Following, invitations and a connection
        between you end. They are not told.
      </p>
    </ConfirmDialog>
  );
}
