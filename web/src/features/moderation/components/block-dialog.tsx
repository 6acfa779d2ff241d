import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import { useState } from 'react';
import { useAppDispatch } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { blockMember } from '../moderation-commands.ts';

const texts = defineMessages('block.dialog', {
  title: 'Block {name}?',
  block: 'Block',
  explanation:
    'You will no longer see, find, follow or message each other. If you follow each other, are connected or have ' +
    'a pending invitation, that ends, too. They won’t be notified.',
});

type BlockDialogProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName'>;
  open: boolean;
  onClose: () => void;
  onBlocked: () => void;
};

/** Asks for a confirmation before blocking a member, and explains what it means. */
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
      title={t(texts.title, { name: fullName(person) })}
      confirmLabel={t(texts.block)}
      danger
      loading={pending}
      onConfirm={() => void block()}
      onCancel={onClose}
    >
      {failed && <Banner tone="danger">{failed}</Banner>}
      <p>{t(texts.explanation)}</p>
    </ConfirmDialog>
  );
}
