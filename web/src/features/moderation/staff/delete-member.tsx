import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames, reportCategories } from '@afterhours/contract/moderation/moderation';
import { MAX_STATEMENT } from '@afterhours/contract/moderation/staff-cases';
import { deleteMember } from '@afterhours/contract/moderation/staff-people';
import { useId } from 'react';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import styles from './staff.module.css';
import type { useMember } from './use-member.ts';

const texts = defineMessages('moderation.deleteMember', {
  title: 'Delete the account of {name}?',
  lead: 'Everything in it is deleted for good. A ban can be reversed; this cannot.',
  reason: 'Reason',
  choose: 'Choose a reason',
  words: 'Message to the member',
  delete: 'Delete permanently',
});

type DeleteMemberProps = {
  name: string;
  remove: ReturnType<typeof useMember>['remove'];
  open: boolean;
  onClose: () => void;
};

/** Deletes an account permanently, with a reason for the log and a text for the member. */
export function DeleteMember({ name, remove, open, onClose }: DeleteMemberProps) {
  const id = useId();
  const { form, field, values, message, failure, wait, pending, onSubmit } = useForm({
    initial: { category: '', words: '' },
    schema: deleteMember.body,
    submit: remove,
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title, { name })}
      description={t(texts.lead)}
      form={id}
      submitLabel={t(texts.delete)}
      danger
      dirty={values.words !== ''}
      pending={pending}
      unready={wait > 0}
    >
      <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        <Select {...field('category')} label={t(texts.reason)}>
          <option value="">{t(texts.choose)}</option>
          {reportCategories.map((one) => (
            <option key={one} value={one}>
              {t(categoryNames[one])}
            </option>
          ))}
        </Select>
        <TextArea {...field('words')} label={t(texts.words)} minRows={3} limit={MAX_STATEMENT} />
      </form>
    </FormDialog>
  );
}
