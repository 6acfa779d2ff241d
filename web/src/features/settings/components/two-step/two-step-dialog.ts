import type { OwnUser } from '@afterhours/contract/account';

export type TwoStepDialogProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** The server has changed it. */
  onChanged: () => void;
};
