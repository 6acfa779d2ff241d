/** The editors of the parts of a profile. */
import type { EntryKind } from '../content.ts';

export type EditorName = 'cover' | 'image' | 'profile' | 'intro' | 'bio' | 'links' | EntryKind;

/**
 * `id` is the entry to edit; without it a new one is added. `focus` names the field that is focused first; by default
 * that is the first field.
 */
export type Edit = { editor: EditorName; id?: string; focus?: string };
export type OnEdit = (edit: Edit) => void;
