import { isLocalUrl } from '#config/reachable.ts';

/** Returns true if browsers offer pages at this URL the functions that compute a proof of work. */
export const canComputeProofs = (publicUrl: string): boolean => publicUrl.startsWith('https:') || isLocalUrl(publicUrl);
