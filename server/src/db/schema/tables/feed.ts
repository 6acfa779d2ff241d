/** The order of a ranked list at a moment; `complete` when no posts were left out at the end. */
export type FeedSnapshotsTable = { id: string; key: string; ids: string[]; complete: boolean; taken_at: Date };
