import { bioBody, MAX_BIO } from '@afterhours/contract/profile';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { saveBio } from '../profile-commands.ts';
import { selectBio } from '../profile-slice.ts';
import { EditorDialog } from './entry-dialog.tsx';
import type { EditorProps } from './use-editors.tsx';

/** A longer text about oneself. */
export function UpdateBio({ open, onClose }: EditorProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const held = useAppSelector((state) => selectBio(state, me));
  const [initial] = useState({ bio: held });
  const form = useForm({
    initial,
    schema: bioBody,
    submit: async ({ bio }) => {
      const failed = await dispatch(saveBio(bio));
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <EditorDialog title="Update Bio" {...{ open, onClose, form, initial }}>
      <TextArea
        {...form.field('bio')}
        label="Bio"
        hint={`${formatCount(form.values.bio.length)} of ${formatCount(MAX_BIO)} characters`}
        minRows={6}
        maxRows={14}
        limit={MAX_BIO}
      />
    </EditorDialog>
  );
}
