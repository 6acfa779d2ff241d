import { defineMessages } from '@afterhours/contract/base/message';
import { categoryNames, reportCategories } from '@afterhours/contract/moderation/moderation';
import { MAX_STATEMENT } from '@afterhours/contract/moderation/staff-cases';
import { deleteMember } from '@afterhours/contract/moderation/staff-people';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
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
  const form = useForm({
    initial: { category: '', words: '' },
    schema: deleteMember.body,
    submit: remove,
  });
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(texts.title, { name })}
      description={t(texts.lead)}
      submitLabel={t(texts.delete)}
      danger
      dirty={form.values.words !== ''}
      className={styles.form}
    >
      <Select {...form.field('category')} label={t(texts.reason)}>
        <option value="">{t(texts.choose)}</option>
        {reportCategories.map((one) => (
          <option key={one} value={one}>
            {t(categoryNames[one])}
          </option>
        ))}
      </Select>
      <TextArea {...form.field('words')} label={t(texts.words)} minRows={3} limit={MAX_STATEMENT} />
    </FieldsDialog>
  );
}
