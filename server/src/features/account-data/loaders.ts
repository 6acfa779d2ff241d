/** What staff need of accounts: the locks of the deletion, the deletion itself, and the link to a copy of the data. */
export { removeMember } from './commands.ts';
export { allowMinutes, lockBeside, lockMember } from './delete-queries.ts';
export { requestExportLink } from './export-links.ts';
