import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { educationLevels, memberEmployments } from '@afterhours/contract/profile/profile-update';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { profileTexts } from '../profile-texts.ts';
import { EditorDialog } from './dialogs/entry-dialog.tsx';
import type { SectionProps } from './editing.ts';
import styles from './editor.module.css';
import { useAccountForm } from './use-account-form.ts';

const texts = defineMessages('profile.general', {
  notGiven: 'Not given',
  fullTime: 'Full-Time',
  partTime: 'Part-Time',
  postGraduate: 'Post Graduate',
  graduate: 'Graduate',
  intermediate: 'Intermediate',
  metric: 'Metric',
  employment: 'Employment',
  education: 'Education',
});

const toValues = (user: OwnUser) => ({ employment: user.employment ?? '', education: user.education ?? '' });

const employmentTexts: Record<(typeof memberEmployments)[number], MessageDescriptor> = {
  'Full-Time': texts.fullTime,
  'Part-Time': texts.partTime,
};
const educationTexts: Record<(typeof educationLevels)[number], MessageDescriptor> = {
  'Post Graduate': texts.postGraduate,
  Graduate: texts.graduate,
  Intermediate: texts.intermediate,
  Metric: texts.metric,
};

const toOptions = (choices: Readonly<Record<string, MessageDescriptor>>) =>
  Object.entries({ '': texts.notGiven, ...choices }).map(([value, text]) => (
    <option key={value} value={value}>
      {t(text)}
    </option>
  ));

/** The section of Update Profile about employment and education. */
export function GeneralForm({ user, open, onClose, lead }: SectionProps) {
  const [initial] = useState(() => toValues(user));
  const form = useAccountForm<Record<'employment' | 'education', string>>(initial, onClose);
  const { field } = form;
  return (
    <EditorDialog title={t(profileTexts.update)} {...{ open, onClose, form, initial, lead }}>
      <div className={styles.pair}>
        <Select {...field('employment')} label={t(texts.employment)}>
          {toOptions(employmentTexts)}
        </Select>
        <Select {...field('education')} label={t(texts.education)}>
          {toOptions(educationTexts)}
        </Select>
      </div>
    </EditorDialog>
  );
}
