import type { OwnUser } from '@afterhours/contract/account/account';
import { heldPassword } from '@afterhours/contract/account/sign-in';
import { verifyLoginBody } from '@afterhours/contract/account/two-factor';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import * as z from 'zod/mini';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { disableTwoStep, type Proof, renewCodes } from '#features/settings/two-step-commands.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { showSuccess } from '#lib/notify.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { CurrentPassword, FactorField, StepForm } from '../step-form.tsx';
import { RecoveryCodes, useKept } from './recovery-codes.tsx';
import type { TwoStepDialogProps } from './two-step-dialog.ts';

const texts = defineMessages('settings.twoStepChange', {
  offTitle: 'Turn off two-step verification',
  offHint: 'You will sign in with just your password, and your recovery codes stop working.',
  codesTitle: 'Your recovery codes',
  codesHint: 'Your current codes will stop working.',
  makeCodes: 'Create new codes',
});

const { code } = verifyLoginBody.shape;
const withPassword = z.object({ password: heldPassword(), code });
const withoutPassword = z.object({ password: z.string(), code });

type ProofFormProps = {
  user: OwnUser;
  submitLabel: string;
  danger?: boolean;
  onProof: (proof: Proof) => Promise<CallFailure | undefined>;
};

/** The password and the code that every change of two-step verification requires. */
function ProofForm({ user, submitLabel, danger = false, onProof }: ProofFormProps) {
  const proof = useForm({
    initial: { password: '', code: '' },
    schema: user.hasPassword ? withPassword : withoutPassword,
    submit: (typed) => onProof({ password: user.hasPassword ? typed.password : null, code: typed.code }),
  });
  const { field } = proof;
  return (
    <StepForm of={proof} submitLabel={submitLabel} danger={danger}>
      {user.hasPassword && <CurrentPassword {...field('password')} />}
      <FactorField {...field('code')} />
    </StepForm>
  );
}

export function TwoStepOff({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const dispatch = useAppDispatch();
  const turnOff = async (proof: Proof) => {
    const response = await dispatch(disableTwoStep(proof));
    if (!response.ok) return response;
    onChanged();
    onClose();
    showSuccess(response.message);
    return undefined;
  };
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.offTitle)} description={t(texts.offHint)}>
      <ProofForm user={user} submitLabel={t(settingsTexts.turnOff)} danger onProof={turnOff} />
    </Dialog>
  );
}

export function TwoStepCodes({ user, open, onClose, onChanged }: TwoStepDialogProps) {
  const [codes, setCodes] = useState<string[]>();
  const { mayClose, question } = useKept(codes);
  const renew = async (proof: Proof) => {
    const response = await renewCodes(proof);
    if (!response.ok) return response;
    setCodes(response.body.recoveryCodes);
    onChanged();
    return undefined;
  };
  return (
    <>
      <Dialog
        open={open}
        onClose={onClose}
        onBeforeClose={mayClose}
        title={t(codes ? texts.codesTitle : settingsTexts.newCodes)}
        description={codes ? undefined : t(texts.codesHint)}
      >
        {codes ? (
          <RecoveryCodes codes={codes} onKept={onClose} />
        ) : (
          <ProofForm user={user} submitLabel={t(texts.makeCodes)} onProof={renew} />
        )}
      </Dialog>
      {question}
    </>
  );
}
