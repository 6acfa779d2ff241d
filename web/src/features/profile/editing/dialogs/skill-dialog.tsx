import { defineMessages } from '@afterhours/contract/base/message';
import { skillBody } from '@afterhours/contract/profile/profile';
import { useState } from 'react';
import { saveEntry } from '#features/profile/entry-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../use-editors.tsx';
import { useEntry } from '../use-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';

const texts = defineMessages('profile.skill', {
  edit: 'Edit skill',
  add: 'Add new skill',
  label: 'Skill or hobby',
});

/** Adds a skill or hobby, or changes one. */
export function SkillDialog({ open, onClose, id }: EditorProps) {
  const dispatch = useAppDispatch();
  const entry = useEntry('skills', id);
  const [initial] = useState({ title: entry?.title ?? '' });
  const form = useForm({
    initial,
    schema: skillBody,
    submit: async (body) => {
      const failed = await dispatch(saveEntry('skills', id, body));
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <EntryDialog kind="skills" title={t(id ? texts.edit : texts.add)} {...{ open, onClose, entry, form, initial }}>
      <TextField {...form.field('title')} label={t(texts.label)} maxLength={80} autoComplete="off" required />
    </EntryDialog>
  );
}
