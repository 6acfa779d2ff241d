import type { OwnUser } from '@afterhours/contract/account/account';
import type { ReactNode } from 'react';

/** The props of a section of Update Profile. */
export type SectionProps = {
  user: OwnUser;
  open: boolean;
  onClose: () => void;
  /** Buttons that lead to the other sections. */
  lead: ReactNode;
  /** The name of the field that is focused first. */
  focus?: string | undefined;
};
