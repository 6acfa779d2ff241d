/** What a process does: serve browsers, do jobs, or both. */
export const roles = ['all', 'web', 'worker'] as const;
export type Role = (typeof roles)[number];
