/** The types of the dialogs that edit the parts of a profile. */
import type { OwnUser } from '@afterhours/contract/account/account';
import type { ReactNode } from 'react';
import type { EntryKind } from '../content.ts';

export type EditorName = 'cover' | 'image' | 'profile' | 'intro' | 'bio' | 'links' | EntryKind;

/**
 * `id` is the entry to edit; without it a new one is added. `focus` names the field that is focused first; by default
 * that is the first field.
 */
export type Edit = { editor: EditorName; id?: string; focus?: string };
export type OnEdit = (edit: Edit) => void;

export type EditorProps = {
  open: boolean;
  onClose: () => void;
  /** The entry to edit; without it a new one is added. */
  id?: string | undefined;
  /** The name of the field that is focused first. */
  focus?: string | undefined;
  /** Opens another of these dialogs instead. */
  onEdit?: OnEdit | undefined;
};

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
