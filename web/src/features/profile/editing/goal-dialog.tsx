import { goalBody, MAX_PROFILE_TEXT, MAX_PROFILE_TITLE } from '@afterhours/contract/profile';
import { useState } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { saveEntry } from '../entry-commands.ts';
import { EntryDialog } from './entry-dialog.tsx';
import type { EditorProps } from './use-editors.tsx';
import { useEntry } from './use-entry.ts';

/** Adds a goal, or changes one. */
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
    <EntryDialog
      kind="goals"
      noun="goal"
      title={id ? 'Edit Goal' : 'Add Goal'}
      {...{ open, onClose, entry, form, initial }}
    >
      <TextField {...field('title')} label="Title" maxLength={MAX_PROFILE_TITLE} autoComplete="off" required />
      <Select {...field('type')} label="Type" required>
        <option value="">Choose</option>
        <option value="long">Long Term</option>
        <option value="short">Short Term</option>
      </Select>
      <TextArea {...field('description')} label="Description" limit={MAX_PROFILE_TEXT} required />
    </EntryDialog>
  );
}
