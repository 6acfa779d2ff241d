import type { OwnUser } from '@afterhours/contract/account/account';
import type { FormDialogProps } from '#ui/overlays/form-dialog.tsx';

/** Buttons above a form that lead to other dialogs. */
export type Lead = NonNullable<FormDialogProps['lead']>;

/** What a section of Update Profile is given. */
export type SectionProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** Buttons that lead to the other sections. */
  lead: Lead;
  /** The name of the field that has the focus at first. */
  focus?: string | undefined;
};
