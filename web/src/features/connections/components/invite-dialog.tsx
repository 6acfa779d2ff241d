import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_NOTE } from '@afterhours/contract/people/connections';
import type { Person } from '@afterhours/contract/people/people';
import { type FormEvent, useId, useState } from 'react';
import type { CallFailure } from '#lib/api/client.ts';
import { useAppDispatch } from '#lib/store.ts';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { invite } from '../connection-commands.ts';

const texts = defineMessages('connections.invite', {
  title: 'Connect with {name}',
  send: 'Send invitation',
  note: 'Add a note (optional)',
  noteHint: 'Say where you know each other from, or what brings you here.',
});

type InviteDialogProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName'>;
  open: boolean;
  onClose: () => void;
};

/** A form that sends an invitation to connect, with an optional note. */
export function InviteDialog({ person, open, onClose }: InviteDialogProps) {
  const dispatch = useAppDispatch();
  const form = useId();
  const [note, setNote] = useState('');
  const [failed, setFailed] = useState<CallFailure>();
  const [pending, setPending] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    const failure = await dispatch(invite(person._id, note));
    setPending(false);
    setFailed(failure);
    if (!failure) onClose();
  };
  const ofNote = failed?.errors?.find(({ field }) => field === 'note')?.message;
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title, { name: fullName(person) })}
      form={form}
      submitLabel={t(texts.send)}
      dirty={note.trim() !== ''}
      pending={pending}
    >
      <form id={form} noValidate onSubmit={(event) => void submit(event)}>
        {failed && !ofNote && <Banner tone="danger">{failed.message}</Banner>}
        <TextArea
          label={t(texts.note)}
          name="note"
          hint={t(texts.noteHint)}
          minRows={3}
          maxRows={8}
          limit={MAX_NOTE}
          value={note}
          error={ofNote}
          onChange={(event) => setNote(event.target.value)}
        />
      </form>
    </FormDialog>
  );
}
