import { MAX_PASSKEY_LABEL, type Passkey, passkeyLabelBody } from '@afterhours/contract/account/passkeys';
import { defineMessages } from '@afterhours/contract/base/message';
import { FieldsDialog } from '#features/account/fields-dialog.tsx';
import { rename } from '#features/settings/passkey-commands.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { announceOnly } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { TextField } from '#ui/fields/text-field.tsx';

const texts = defineMessages('settings.renamePasskey', {
  title: 'Rename the passkey',
  label: 'Name',
});

type RenamePasskeyProps = { passkey: Passkey; open: boolean; onClose: () => void; onChanged: () => void };

/** Renames a passkey, so that the member recognises it in the list. One that was removed elsewhere leaves the list. */
export function RenamePasskey({ passkey, open, onClose, onChanged }: RenamePasskeyProps) {
  const form = useForm({
    initial: { label: passkey.label },
    schema: passkeyLabelBody,
    submit: async ({ label }) => {
      const response = await rename(passkey._id, label);
      const isGone = !response.ok && response.status === 404;
      if (!response.ok && !isGone) return response;
      if (isGone) showFailure(response);
      else announceOnly(response.message);
      onChanged();
      onClose();
      return undefined;
    },
  });
  return (
    <FieldsDialog
      of={form}
      open={open}
      onClose={onClose}
      title={t(texts.title)}
      size="small"
      dirty={form.values.label !== passkey.label}
    >
      <TextField
        {...form.field('label')}
        label={t(texts.label)}
        maxLength={MAX_PASSKEY_LABEL}
        autoComplete="off"
        required
      />
    </FieldsDialog>
  );
}
