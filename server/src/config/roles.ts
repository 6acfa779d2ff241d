/** The role of a process: serve browsers, run jobs, or both. */
export const roles = ['all', 'web', 'worker'] as const;
export type Role = (typeof roles)[number];
