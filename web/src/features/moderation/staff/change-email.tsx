import { defineMessages } from '@afterhours/contract/base/message';
import { changeMemberEmail } from '@afterhours/contract/moderation/staff-people';
import { useId } from 'react';
import { EmailField } from '#features/account/components/email-field.tsx';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
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
  const id = useId();
  const { form, field, values, message, failure, wait, pending, onSubmit } = useForm({
    initial: { newEmail: '' },
    schema: changeMemberEmail.body,
    submit: async (body) => {
      const failed = await change(body);
      if (!failed) onClose();
      return failed;
    },
  });
  return (
    <FormDialog
      open={open}
      onClose={onClose}
      title={t(texts.title, { name })}
      description={t(texts.lead)}
      form={id}
      submitLabel={t(texts.change)}
      dirty={values.newEmail !== ''}
      pending={pending}
      unready={wait > 0}
    >
      <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
        <FormMessage {...{ message, failure, wait }} />
        <EmailField {...field('newEmail')} label={t(texts.newEmail)} autoComplete="email" />
      </form>
    </FormDialog>
  );
}
