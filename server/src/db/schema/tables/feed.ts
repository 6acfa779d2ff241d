/** The order of a ranked list at one moment; `complete` if no posts were cut off at the end. */
export type FeedSnapshotsTable = { id: string; key: string; ids: string[]; complete: boolean; taken_at: Date };
