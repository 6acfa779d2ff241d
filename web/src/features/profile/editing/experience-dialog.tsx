import {
  employmentTypes,
  experienceBody,
  locationTypes,
  MAX_PROFILE_TEXT,
  MAX_PROFILE_TITLE,
  profileMessages,
} from '@afterhours/contract/profile';
import { useState } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { MonthField } from '#ui/fields/month-field.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { Entry } from '../content.ts';
import { saveEntry } from '../entry-commands.ts';
import styles from './editor.module.css';
import { EntryDialog } from './entry-dialog.tsx';
import { toPeriod } from './to-period.ts';
import type { EditorProps } from './use-editors.tsx';
import { useEntry } from './use-entry.ts';

const toValues = (entry: Entry<'experiences'> | undefined) => ({
  title: entry?.title ?? '',
  company_name: entry?.company_name ?? '',
  employement_type: entry?.employement_type ?? '',
  location: entry?.location ?? '',
  location_type: entry?.location_type ?? '',
  currently_working: String(entry?.currently_working ?? false),
  startDate: entry?.startDate ?? '',
  endDate: entry?.endDate ?? '',
  description: entry?.description ?? '',
});

type Values = ReturnType<typeof toValues>;

/** An end date that is hidden is not sent; it is back when the box is unticked. */
const toInput = (values: Values) => toPeriod(values.currently_working === 'true' ? { ...values, endDate: '' } : values);

/** The contract compares dates once all else is there; a form tells everything that is missing at once. */
const schema = {
  safeParse(input: unknown) {
    const parsed = experienceBody.safeParse(input);
    const { currently_working, endDate } = input as Values;
    if (parsed.success || currently_working === 'true' || endDate !== '') return parsed;
    const issues = [...parsed.error.issues, { message: profileMessages.required, path: ['endDate'] }];
    return { success: false as const, error: { issues } };
  },
};

const toOptions = (names: readonly string[]) => [
  <option key="" value="">
    Choose
  </option>,
  ...names.map((name) => (
    <option key={name} value={name}>
      {name}
    </option>
  )),
];

/** Adds an experience, or changes one; who works there still gives no end date. */
export function ExperienceDialog({ open, onClose, id }: EditorProps) {
  const dispatch = useAppDispatch();
  const entry = useEntry('experiences', id);
  const [initial] = useState(() => toValues(entry));
  const form = useForm({
    initial,
    schema,
    toInput,
    submit: async (body) => {
      const failed = await dispatch(saveEntry('experiences', id, body));
      if (!failed) onClose();
      return failed;
    },
  });
  const { field, values, setValue } = form;
  const current = values.currently_working === 'true';
  const line = { maxLength: MAX_PROFILE_TITLE, autoComplete: 'off' };
  return (
    <EntryDialog
      kind="experiences"
      noun="experience"
      title={id ? 'Edit Experience' : 'Add Experience'}
      {...{ open, onClose, entry, form, initial }}
    >
      <TextField {...field('title')} {...line} label="Title" hint="What you did there" required />
      <div className={styles.pair}>
        <TextField {...field('company_name')} {...line} label="Company name" required />
        <Select {...field('employement_type')} label="Employment type">
          {toOptions(employmentTypes)}
        </Select>
        <TextField {...field('location')} {...line} label="Location" required />
        <Select {...field('location_type')} label="Location type">
          {toOptions(locationTypes)}
        </Select>
      </div>
      <Checkbox
        label="I am currently working here"
        name="currently_working"
        checked={current}
        onChange={(event) => setValue('currently_working', String(event.target.checked))}
      />
      <div className={styles.pair}>
        <MonthField
          {...field('startDate')}
          onChoose={(date) => setValue('startDate', date)}
          label="Start date"
          required
        />
        {!current && (
          <MonthField {...field('endDate')} onChoose={(date) => setValue('endDate', date)} label="End date" required />
        )}
      </div>
      <TextArea {...field('description')} label="Description" limit={MAX_PROFILE_TEXT} />
    </EntryDialog>
  );
}
