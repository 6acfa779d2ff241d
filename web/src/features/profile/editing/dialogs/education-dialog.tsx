import { defineMessages } from '@afterhours/contract/base/message';
import { educationBody, MAX_PROFILE_TEXT, MAX_PROFILE_TITLE } from '@afterhours/contract/profile/profile';
import { useState } from 'react';
import type { Entry } from '#features/profile/content.ts';
import { saveEntry } from '#features/profile/entry-commands.ts';
import { profileTexts } from '#features/profile/profile-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../editing.ts';
import styles from '../editor.module.css';
import { Period, toPeriod } from '../period.tsx';
import { useEntry } from '../use-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';

const texts = defineMessages('profile.education', {
  edit: 'Edit Education',
  add: 'Add Education',
  titleHint: 'Degree or course',
  school: 'School',
  subject: 'Field of study',
  grade: 'Grade',
  endHint: 'Or when you expect to finish',
  activities: 'Activities and societies',
});

const toValues = (entry: Entry<'educations'> | undefined) => ({
  title: entry?.title ?? '',
  school: entry?.school ?? '',
  field_of_study: entry?.field_of_study ?? '',
  grade: entry?.grade ?? '',
  startDate: entry?.startDate ?? '',
  endDate: entry?.endDate ?? '',
  activities_and_societies: entry?.activities_and_societies ?? '',
  description: entry?.description ?? '',
});

/** Adds or edits an education. */
export function EducationDialog({ open, onClose, id }: EditorProps) {
  const dispatch = useAppDispatch();
  const entry = useEntry('educations', id);
  const [initial] = useState(() => toValues(entry));
  const form = useForm({
    initial,
    schema: educationBody,
    toInput: toPeriod,
    submit: async (body) => {
      const failed = await dispatch(saveEntry('educations', id, body));
      if (!failed) onClose();
      return failed;
    },
  });
  const { field, setValue } = form;
  const line = { maxLength: MAX_PROFILE_TITLE, autoComplete: 'off' };
  return (
    <EntryDialog kind="educations" title={t(id ? texts.edit : texts.add)} {...{ open, onClose, entry, form, initial }}>
      <TextField {...field('title')} {...line} label={t(profileTexts.title)} hint={t(texts.titleHint)} required />
      <TextField {...field('school')} {...line} label={t(texts.school)} required />
      <div className={styles.pair}>
        <TextField {...field('field_of_study')} {...line} label={t(texts.subject)} />
        <TextField {...field('grade')} {...line} label={t(texts.grade)} />
      </div>
      <Period {...{ field, setValue }} endHint={t(texts.endHint)} />
      <TextArea
        {...field('activities_and_societies')}
        label={t(texts.activities)}
        minRows={2}
        limit={MAX_PROFILE_TEXT}
      />
      <TextArea {...field('description')} label={t(profileTexts.description)} limit={MAX_PROFILE_TEXT} />
    </EntryDialog>
  );
}
