import { defineMessages } from '@afterhours/contract/base/message';
import { skillBody } from '@afterhours/contract/profile/profile';
import { useRef, useState } from 'react';
import { saveEntry } from '#features/profile/entry-commands.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../editing.ts';
import { useEntry } from '../use-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';

const texts = defineMessages('profile.skill', {
  edit: 'Edit skill',
  add: 'Add new skill',
  label: 'Skill or hobby',
  another: 'Save and add another',
  added: 'Added: {titles}',
});

function useSkill({ onClose, id }: EditorProps) {
  const dispatch = useAppDispatch();
  const entry = useEntry('skills', id);
  const [initial] = useState({ title: entry?.title ?? '' });
  const [added, setAdded] = useState<string[]>([]);
  const another = useRef(false);
  const form = useForm({
    initial,
    schema: skillBody,
    submit: async (body) => {
      const failed = await dispatch(saveEntry('skills', id, body));
      if (failed) return failed;
      if (!another.current) onClose();
      else {
        setAdded([...added, body.title]);
        form.reset(initial);
        form.form.current?.querySelector('input')?.focus();
      }
      return undefined;
    },
  });
  const choose = (more: boolean) => {
    another.current = more;
  };
  return { entry, initial, form, added, choose };
}

/** Adds skills or hobbies, one after another, or edits one. */
export function SkillDialog(props: EditorProps) {
  const { open, onClose, id } = props;
  const { entry, initial, form, added, choose } = useSkill(props);
  return (
    <EntryDialog
      kind="skills"
      title={t(id ? texts.edit : texts.add)}
      another={id ? undefined : { label: t(texts.another), onSubmit: choose }}
      {...{ open, onClose, entry, form, initial }}
    >
      <TextField {...form.field('title')} label={t(texts.label)} maxLength={80} autoComplete="off" required />
      <p role="status" dir="auto">
        {added.length > 0 && t(texts.added, { titles: joinUnits(added) })}
      </p>
    </EntryDialog>
  );
}
