import { defineMessages } from '@afterhours/contract/base/message';
import { MAX_STATEMENT } from '@afterhours/contract/moderation/staff-cases';
import { removeMemberFactors } from '@afterhours/contract/moderation/staff-people';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { passwordsUsed } from '#lib/browser/site.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { TextArea } from '#ui/fields/text-area.tsx';
import styles from './staff.module.css';
import type { useMember } from './use-member.ts';

const texts = defineMessages('moderation.removeFactors', {
  title: 'Remove passkeys and two-step verification of {name}?',
  lead:
    'Make sure that the request really comes from them: afterwards the password alone, or a link by email, ' +
    'signs in. They are notified and signed out.',
  leadAtProvider:
    'Make sure that the request really comes from them: afterwards the account at the provider ' +
    'alone signs in. They are notified and signed out.',
  words: 'Reason (emailed to the member)',
  remove: 'Remove',
});

type RemoveFactorsProps = {
  name: string;
  remove: ReturnType<typeof useMember>['removeFactors'];
  open: boolean;
  onClose: () => void;
};

/** Removes the passkeys and two-step verification of a member who has lost them. */
export function RemoveFactors({ name, remove, open, onClose }: RemoveFactorsProps) {
  const form = useForm({
    initial: { words: '' },
    schema: removeMemberFactors.body,
    submit: async (body) => {
      const failed = await remove(body);
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(texts.title, { name })}
      description={t(passwordsUsed ? texts.lead : texts.leadAtProvider)}
      submitLabel={t(texts.remove)}
      danger
      dirty={form.values.words !== ''}
      className={styles.form}
    >
      <TextArea {...form.field('words')} label={t(texts.words)} minRows={3} limit={MAX_STATEMENT} required />
    </FieldsDialog>
  );
}
