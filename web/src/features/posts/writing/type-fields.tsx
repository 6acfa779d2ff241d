import { defineMessages } from '@afterhours/contract/base/message';
import { formatWebinarPrice } from '@afterhours/contract/webinar-price';
import type { ComponentProps, ReactNode } from 'react';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { formTexts } from '../post-texts.ts';
import styles from './composer.module.css';
import type { PostFormValues } from './post-draft.ts';

const texts = defineMessages('posts.webinarForm', {
  link: 'Link',
  price: 'Joining costs {price}. Only those who join can see the link.',
  starts: 'Starts',
});

type FieldOf = (
  name: keyof PostFormValues,
) => Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'onChange' | 'onBlur' | 'error'>;

/** "2026-12-24T18:30", by the clock of this browser, as a field for a date and time has it. */
const toLocalMinute = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type ChosenType = PostFormValues['postType'];

const fieldsOf: Record<ChosenType, (field: FieldOf) => ReactNode> = {
  '': () => null,
  general: () => null,
  job: (field) => (
    <>
      <TextField {...field('title')} label={t(formTexts.title)} required />
      <div className={styles.pair}>
        <TextField {...field('opening')} label={t(formTexts.openings)} />
        <TextField {...field('salary')} label={t(formTexts.salary)} />
      </div>
    </>
  ),
  webinar: (field) => (
    <>
      <TextField {...field('title')} label={t(formTexts.title)} required />
      <TextField
        {...field('link')}
        label={t(texts.link)}
        type="url"
        inputMode="url"
        hint={t(texts.price, { price: formatWebinarPrice(numberLocale()) })}
        required
      />
      <TextField {...field('startsAt')} label={t(texts.starts)} type="datetime-local" min={toLocalMinute(new Date())} />
    </>
  ),
};

/** The fields that only one type of post has. */
export function TypeFields({ type, field }: { type: ChosenType; field: FieldOf }) {
  return fieldsOf[type](field);
}
