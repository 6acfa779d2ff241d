/**
 * The parts of account deletion and export that staff features use: the locks, the deletion itself, and the link to an
 * export.
 */
export { removeMember } from './commands.ts';
export { allowMinutes, lockAffectedCounts } from './delete-queries.ts';
export { requestExportLink } from './export/links.ts';
