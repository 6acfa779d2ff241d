/**
 * Which posts, comments or follows have changed, so that a page that was requested before a change does not undo it
 * when it arrives.
 */

/** `version` counts the changes that the server has settled; `changed` has the version of each id's last one. */
export type Changes = { version: number; changed: Record<string, number> };

export const noChanges = (): Changes => ({ version: 0, changed: {} });

export function noteChange(state: Changes, id: string): void {
  state.version += 1;
  state.changed[id] = state.version;
}

export const hasChangedSince = ({ changed }: Changes, id: string, version: number): boolean =>
  (changed[id] ?? 0) > version;
