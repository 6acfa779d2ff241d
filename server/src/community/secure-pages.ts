import { isLocalUrl } from '#platform/reachable.ts';

/** Whether browsers give pages at this address what a proof of work is computed with. */
export const canComputeProofs = (publicUrl: string): boolean => publicUrl.startsWith('https:') || isLocalUrl(publicUrl);
