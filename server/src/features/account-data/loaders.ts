/**
 * The parts of account deletion and export that other features use: the deletion itself, its batches, and the link to
 * an export.
 */
export { removeMember } from './commands.ts';
export { requestExportLink } from './export/links.ts';
export { defineMove, finishMove, putBackSome, registerMove, startMove, takeSome } from './moves/moves.ts';
export { lockPair } from './moves/pairs.ts';
export { lockSomeAffected, putBackPairs } from './moves/relation-queries.ts';
