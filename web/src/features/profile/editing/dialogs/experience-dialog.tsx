import { issueText } from '@afterhours/contract/base/issue';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import {
  experienceBody,
  MAX_PROFILE_TEXT,
  MAX_PROFILE_TITLE,
  profileMessages,
} from '@afterhours/contract/profile/profile';
import { useState } from 'react';
import type { Entry } from '#features/profile/content.ts';
import { saveEntry } from '#features/profile/entry-commands.ts';
import { employmentTypeTexts, locationTypeTexts, profileTexts } from '#features/profile/profile-texts.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Checkbox } from '#ui/fields/checkbox.tsx';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import type { EditorProps } from '../editing.ts';
import styles from '../editor.module.css';
import { Period, toPeriod } from '../period.tsx';
import { useEntry } from '../use-entry.ts';
import { EntryDialog } from './entry-dialog.tsx';

const texts = defineMessages('profile.experience', {
  edit: 'Edit Experience',
  add: 'Add Experience',
  titleHint: 'What you did there',
  company: 'Company name',
  employment: 'Employment type',
  location: 'Location',
  locationType: 'Location type',
  current: 'I am currently working here',
});

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

const line = { maxLength: MAX_PROFILE_TITLE, autoComplete: 'off' };

/** A hidden end date is not sent; it reappears when the checkbox is cleared. */
const toInput = (values: Values) => toPeriod(values.currently_working === 'true' ? { ...values, endDate: '' } : values);

/**
 * The contract compares the dates only once all other fields are valid; the form reports a missing end date at once.
 */
const schema = {
  safeParse(input: unknown) {
    const parsed = experienceBody.safeParse(input);
    const { currently_working, endDate } = input as Values;
    if (parsed.success || currently_working === 'true' || endDate !== '') return parsed;
    const issues = [...parsed.error.issues, { message: issueText(profileMessages.required), path: ['endDate'] }];
    return { success: false as const, error: { issues } };
  },
};

const toOptions = (choices: Readonly<Record<string, MessageDescriptor>>) => [
  <option key="" value="">
    {t(profileTexts.choose)}
  </option>,
  ...Object.entries(choices).map(([value, text]) => (
    <option key={value} value={value}>
      {t(text)}
    </option>
  )),
];

function useExperience({ onClose, id }: EditorProps) {
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
  return { entry, initial, form };
}

type FieldsProps = Pick<ReturnType<typeof useExperience>['form'], 'field'>;

/** Company, location, and the types of both. */
function Place({ field }: FieldsProps) {
  return (
    <div className={styles.pair}>
      <TextField {...field('company_name')} {...line} label={t(texts.company)} required />
      <Select {...field('employement_type')} label={t(texts.employment)}>
        {toOptions(employmentTypeTexts)}
      </Select>
      <TextField {...field('location')} {...line} label={t(texts.location)} required />
      <Select {...field('location_type')} label={t(texts.locationType)}>
        {toOptions(locationTypeTexts)}
      </Select>
    </div>
  );
}

/** Adds or edits an experience; a current one has no end date. */
export function ExperienceDialog(props: EditorProps) {
  const { open, onClose, id } = props;
  const { entry, initial, form } = useExperience(props);
  const { field, values, setValue } = form;
  const current = values.currently_working === 'true';
  return (
    <EntryDialog kind="experiences" title={t(id ? texts.edit : texts.add)} {...{ open, onClose, entry, form, initial }}>
      <TextField {...field('title')} {...line} label={t(profileTexts.title)} hint={t(texts.titleHint)} required />
      <Place field={field} />
      <Checkbox
        label={t(texts.current)}
        name="currently_working"
        checked={current}
        onChange={(event) => setValue('currently_working', String(event.target.checked))}
      />
      <Period {...{ field, setValue }} open={current} />
      <TextArea {...field('description')} label={t(profileTexts.description)} limit={MAX_PROFILE_TEXT} />
    </EntryDialog>
  );
}
