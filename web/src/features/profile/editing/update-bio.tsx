import { defineMessages } from '@afterhours/contract/base/message';
import { bioBody, MAX_BIO } from '@afterhours/contract/profile/profile';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { formatCount } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { saveBio } from '../profile-commands.ts';
import { selectBio } from '../profile-slice.ts';
import { EditorDialog } from './dialogs/entry-dialog.tsx';
import type { EditorProps } from './editing.ts';

const texts = defineMessages('profile.bio', {
  title: 'Update Bio',
  bio: 'Bio',
  count: '{length} of {max} characters',
});

/** Edits the viewer's own bio. */
export function UpdateBio({ open, onClose }: EditorProps) {
  const dispatch = useAppDispatch();
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const loaded = useAppSelector((state) => selectBio(state, me));
  const [initial] = useState({ bio: loaded });
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
    <EditorDialog title={t(texts.title)} {...{ open, onClose, form, initial }}>
      <TextArea
        {...form.field('bio')}
        label={t(texts.bio)}
        hint={t(texts.count, { length: formatCount(form.values.bio.length), max: formatCount(MAX_BIO) })}
        minRows={6}
        maxRows={14}
        limit={MAX_BIO}
      />
    </EditorDialog>
  );
}
