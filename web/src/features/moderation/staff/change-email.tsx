import { defineMessages } from '@afterhours/contract/base/message';
import { changeMemberEmail } from '@afterhours/contract/moderation/staff-people';
import { EmailField } from '#features/account/components/email-field.tsx';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import styles from './staff.module.css';
import type { useMember } from './use-member.ts';

const texts = defineMessages('moderation.changeEmail', {
  title: 'Change the email address of {name}?',
  lead: 'Make sure the address is theirs: anyone who can read its email can sign in. They are notified and signed out.',
  newEmail: 'New email',
  change: 'Change the address',
});

type ChangeEmailProps = {
  name: string;
  change: ReturnType<typeof useMember>['changeEmail'];
  open: boolean;
  onClose: () => void;
};

/** Changes a member's email address. */
export function ChangeEmail({ name, change, open, onClose }: ChangeEmailProps) {
  const form = useForm({
    initial: { newEmail: '' },
    schema: changeMemberEmail.body,
    submit: async (body) => {
      const failed = await change(body);
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
      description={t(texts.lead)}
      submitLabel={t(texts.change)}
      dirty={form.values.newEmail !== ''}
      className={styles.form}
    >
      <EmailField {...form.field('newEmail')} label={t(texts.newEmail)} autoComplete="email" />
    </FieldsDialog>
  );
}
