import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { formTexts } from '../post-texts.ts';
import styles from './composer.module.css';
import type { PostFormValues } from './drafts/post-draft.ts';
import { type FieldsOf, WebinarFields } from './webinar-fields.tsx';

const jobTexts = defineMessages('posts.jobForm', {
  titleExample: 'Baker for a market stall on Saturdays',
  openingsHint: 'How many people, such as 2',
  salaryHint: 'Such as €18 an hour',
});

type ChosenType = PostFormValues['postType'];

const fieldsOf: Record<ChosenType, (field: FieldsOf) => ReactNode> = {
  '': () => null,
  general: () => null,
  job: (field) => (
    <>
      <TextField {...field('title')} label={t(formTexts.title)} placeholder={t(jobTexts.titleExample)} required />
      <div className={styles.pair}>
        <TextField {...field('opening')} label={t(formTexts.openings)} hint={t(jobTexts.openingsHint)} />
        <TextField {...field('salary')} label={t(formTexts.salary)} hint={t(jobTexts.salaryHint)} />
      </div>
    </>
  ),
  webinar: (field) => <WebinarFields field={field} />,
};

/** The fields that only one type of post has. */
export function TypeFields({ type, field }: { type: ChosenType; field: FieldsOf }) {
  return fieldsOf[type](field);
}
