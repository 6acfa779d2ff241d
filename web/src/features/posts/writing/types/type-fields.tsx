import type { ReactNode } from 'react';
import type { PostFormValues } from '../drafts/post-draft.ts';
import type { usePostForm } from '../use-post-form.ts';
import { JobFields } from './job-fields.tsx';
import { WebinarFields } from './webinar-fields.tsx';

type Form = ReturnType<typeof usePostForm>['form'];
type ChosenType = PostFormValues['postType'];

const fieldsOf: Record<ChosenType, (form: Form) => ReactNode> = {
  '': () => null,
  general: () => null,
  job: (form) => <JobFields {...form} />,
  webinar: ({ field, keptTax }) => <WebinarFields field={field} keptTax={keptTax} />,
};

/** The fields that only one type of post has. */
export function TypeFields({ type, form }: { type: ChosenType; form: Form }) {
  return fieldsOf[type](form);
}
