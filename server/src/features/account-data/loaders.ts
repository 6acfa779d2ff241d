/**
 * The parts of account deletion and export that other features use: the deletion itself, its batches, and the link to
 * an export.
 */
export { removeMember } from './commands.ts';
export { requestExportLink } from './export/links.ts';
export { defineMove, finishMove, lockSome, putBackSome, registerMove, startMove, takeSome } from './moves/moves.ts';
export { lockPair, putBackPairs } from './moves/pairs.ts';
