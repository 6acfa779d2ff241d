import { defineMessages } from '@afterhours/contract/base/message';
import { formatWebinarPrice } from '@afterhours/contract/constants/webinars';
import type { ReactNode } from 'react';
import { siteName } from '#lib/browser/site.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';
import { formTexts } from '../post-texts.ts';
import type { PostFormValues } from './drafts/post-draft.ts';
import { JobFields } from './job-fields.tsx';
import type { usePostForm } from './use-post-form.ts';

const texts = defineMessages('posts.webinarForm', {
  link: 'Link',
  price:
    'Joining costs {price}. The money goes to {site}, not to you. Any member can join until it begins; only they ' +
    'and you see the link.',
  linkExample: 'https://meet.example.com/your-room',
  titleExample: 'Glazes that do not run: a first evening',
  starts: 'Starts',
  startsHint: 'In your time; guests see it in theirs.',
});

type Form = ReturnType<typeof usePostForm>['form'];

/** "2026-12-24T18:30", by the clock of this browser, as a field for a date and time has it. */
const toLocalMinute = (time: Date): string =>
  new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);

type ChosenType = PostFormValues['postType'];

const fieldsOf: Record<ChosenType, (form: Form) => ReactNode> = {
  '': () => null,
  general: () => null,
  job: (form) => <JobFields {...form} />,
  webinar: ({ field }) => (
    <>
      <TextField {...field('title')} label={t(formTexts.title)} placeholder={t(texts.titleExample)} required />
      <TextField
        {...field('link')}
        label={t(texts.link)}
        type="url"
        inputMode="url"
        placeholder={t(texts.linkExample)}
        hint={t(texts.price, { price: formatWebinarPrice(numberLocale()), site: siteName })}
        required
      />
      <TextField
        {...field('startsAt')}
        label={t(texts.starts)}
        type="datetime-local"
        min={toLocalMinute(new Date())}
        hint={t(texts.startsHint)}
      />
    </>
  ),
};

/** The fields that only one type of post has. */
export function TypeFields({ type, form }: { type: ChosenType; form: Form }) {
  return fieldsOf[type](form);
}
