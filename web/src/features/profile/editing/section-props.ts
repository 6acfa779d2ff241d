import type { OwnUser } from '@afterhours/contract/account/account';
import type { FormDialogProps } from '#ui/overlays/form-dialog.tsx';

/** Buttons above a form that open other dialogs. */
export type Lead = NonNullable<FormDialogProps['lead']>;

/** The props of a section of Update Profile. */
export type SectionProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** Buttons that lead to the other sections. */
  lead: Lead;
  /** The name of the field that is focused first. */
  focus?: string | undefined;
};
