/** Whether a member has passed on the address of their profile, as this browser knows. */
import { browserStorage } from '#lib/browser/storage.ts';

const keyOf = (userId: string): string => `profile-shared:${userId}`;

export const isProfileShared = (userId: string): boolean => browserStorage.get(keyOf(userId)) !== null;

export const noteProfileShared = (userId: string): void => browserStorage.set(keyOf(userId), 'shared');
