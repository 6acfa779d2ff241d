/** The part of the own profile that is being changed. */
import type { EntryKind } from '../content.ts';

export type EditorName = 'cover' | 'image' | 'profile' | 'general' | 'intro' | 'bio' | EntryKind;

/** `id` is the entry to change; without it a new one is added. */
export type Edit = { editor: EditorName; id?: string };
export type OnEdit = (edit: Edit) => void;
