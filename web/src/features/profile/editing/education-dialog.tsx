import { educationBody, MAX_PROFILE_TEXT, MAX_PROFILE_TITLE } from '@afterhours/contract/profile';
import { useState } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { MonthField } from '#ui/fields/month-field.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Entry } from '../content.ts';
import { saveEntry } from '../entry-commands.ts';
import styles from './editor.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { toPeriod } from './to-period.ts';
import type { EditorProps } from './use-editors.tsx';
import { useEntry } from './use-entry.ts';

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

/** Adds an education, or changes one. */
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
    <EntryDialog
      kind="educations"
      noun="education"
      title={id ? 'Edit Education' : 'Add Education'}
      {...{ open, onClose, entry, form, initial }}
    >
      <TextField {...field('title')} {...line} label="Title" hint="Degree or course" required />
      <TextField {...field('school')} {...line} label="School" required />
      <div className={styles.pair}>
        <TextField {...field('field_of_study')} {...line} label="Field of study" />
        <TextField {...field('grade')} {...line} label="Grade" />
      </div>
      <div className={styles.pair}>
        <MonthField
          {...field('startDate')}
          onChoose={(date) => setValue('startDate', date)}
          label="Start date"
          required
        />
        <MonthField
          {...field('endDate')}
          onChoose={(date) => setValue('endDate', date)}
          label="End date"
          hint="Or when you expect to finish"
          required
        />
      </div>
      <TextArea
        {...field('activities_and_societies')}
        label="Activities and societies"
        minRows={2}
        limit={MAX_PROFILE_TEXT}
      />
      <TextArea {...field('description')} label="Description" limit={MAX_PROFILE_TEXT} />
    </EntryDialog>
  );
}
