/** The part of the own profile that is being changed. */
import type { EntryKind } from '../content.ts';

export type EditorName = 'cover' | 'image' | 'profile' | 'intro' | 'bio' | 'links' | EntryKind;

/**
 * `id` is the entry to change; without it a new one is added. `focus` names the field that has the focus at first,
 * which is the first one without it.
 */
export type Edit = { editor: EditorName; id?: string; focus?: string };
export type OnEdit = (edit: Edit) => void;
