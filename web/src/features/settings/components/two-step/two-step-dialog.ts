import type { OwnUser } from '@afterhours/contract/account/account';

export type TwoStepDialogProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** Called when the server has changed two-step verification. */
  onChanged: () => void;
};
