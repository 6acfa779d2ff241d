import type { OwnUser } from '@afterhours/contract/account';
import { heldPassword } from '@afterhours/contract/sign-in';
import { verifyLoginBody } from '@afterhours/contract/two-factor';
import { useState } from 'react';
import * as z from 'zod/mini';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { disableTwoStep, type Proof, renewCodes } from '#features/settings/two-step-commands.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { Button } from '#ui/buttons/button.tsx';
import { PasswordField } from '#ui/fields/password-field.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import styles from '../settings.module.css';
import { RecoveryCodes, useKept } from './recovery-codes.tsx';
import type { TwoStepDialogProps } from './two-step-dialog.ts';

const { code } = verifyLoginBody.shape;
const withPassword = z.object({ password: heldPassword('Password is required.'), code });
const withoutPassword = z.object({ password: z.string(), code });

type ProofFormProps = {
  user: OwnUser;
  submitLabel: string;
  danger?: boolean;
  onProof: (proof: Proof) => Promise<CallFailure | undefined>;
};

/** Password and code, as everything asks that changes the second step. */
function ProofForm({ user, submitLabel, danger = false, onProof }: ProofFormProps) {
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { password: '', code: '' },
    schema: user.hasPassword ? withPassword : withoutPassword,
    submit: (typed) => onProof({ password: user.hasPassword ? typed.password : null, code: typed.code }),
  });
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <FormMessage {...{ message, failure, wait }} />
      {user.hasPassword && (
        <PasswordField {...field('password')} label="Password" autoComplete="current-password" required />
      )}
      <TextField
        {...field('code')}
        label="Code"
        hint="From your app, or one of your recovery codes."
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={40}
        required
      />
      <div className={styles.actions}>
        <Button
          type="submit"
          variant={danger ? 'danger' : 'primary'}
          loading={pending}
          aria-disabled={wait > 0 || undefined}
        >
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}

export function TwoStepOff({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const dispatch = useAppDispatch();
  const turnOff = async (proof: Proof) => {
    const answer = await dispatch(disableTwoStep(proof));
    if (!answer.ok) return answer;
    onChanged();
    onClose();
    showSuccess(answer.message);
    return undefined;
  };
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title="Turn off two-step verification"
      description="You will sign in with just your password, and your recovery codes stop working."
    >
      <ProofForm user={user} submitLabel="Turn off" danger onProof={turnOff} />
    </Dialog>
  );
}

export function TwoStepCodes({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const [codes, setCodes] = useState<string[]>();
  const { mayLeave, question } = useKept();
  const renew = async (proof: Proof) => {
    const answer = await renewCodes(proof);
    if (!answer.ok) return answer;
    setCodes(answer.body.recoveryCodes);
    onChanged();
    return undefined;
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        onBeforeClose={() => codes === undefined || mayLeave()}
        title={codes ? 'Your recovery codes' : 'New recovery codes'}
        description={codes ? undefined : 'The codes you have now stop working.'}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onKept={onClose} />
        ) : (
          <ProofForm user={user} submitLabel="Make new codes" onProof={renew} />
        )}
      </Dialog>
      {question}
    </>
  );
}
