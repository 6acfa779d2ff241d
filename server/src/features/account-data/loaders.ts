/** What decisions of the staff need of the deletion of accounts: its locks, and the deletion itself. */
export { removeMember } from './commands.ts';
export { allowMinutes, lockBeside, lockMember } from './delete-queries.ts';
