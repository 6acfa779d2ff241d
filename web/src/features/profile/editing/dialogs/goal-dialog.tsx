import { defineMessages } from '@afterhours/contract/base/message';
import { goalBody, MAX_PROFILE_TEXT, MAX_PROFILE_TITLE } from '@afterhours/contract/profile/profile';
import { useState } from 'react';
import { saveEntry } from '#features/profile/entry-commands.ts';
import { goalTypeTexts, profileTexts } from '#features/profile/profile-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../editing.ts';
import { useEntry } from '../use-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';

const texts = defineMessages('profile.goal', {
  edit: 'Edit Goal',
  add: 'Add Goal',
  type: 'Type',
});

/** Adds or edits a goal. */
export function GoalDialog({ open, onClose, id }: EditorProps) {
  const dispatch = useAppDispatch();
  const entry = useEntry('goals', id);
  const [initial] = useState({
    title: entry?.title ?? '',
    type: entry?.type ?? '',
    description: entry?.description ?? '',
  });
  const form = useForm({
    initial,
    schema: goalBody,
    submit: async (body) => {
      const failed = await dispatch(saveEntry('goals', id, body));
      if (!failed) onClose();
      return failed;
    },
  });
  const { field } = form;
  return (
    <EntryDialog kind="goals" title={t(id ? texts.edit : texts.add)} {...{ open, onClose, entry, form, initial }}>
      <TextField
        {...field('title')}
        label={t(profileTexts.title)}
        maxLength={MAX_PROFILE_TITLE}
        autoComplete="off"
        required
      />
      <Select {...field('type')} label={t(texts.type)} required>
        <option value="">{t(profileTexts.choose)}</option>
        <option value="long">{t(goalTypeTexts.long)}</option>
        <option value="short">{t(goalTypeTexts.short)}</option>
      </Select>
      <TextArea {...field('description')} label={t(profileTexts.description)} limit={MAX_PROFILE_TEXT} required />
    </EntryDialog>
  );
}
