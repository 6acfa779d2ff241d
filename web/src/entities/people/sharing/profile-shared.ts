/** Remembers in this browser whether a member has shared the link to their profile. */
import { browserStorage } from '#lib/browser/storage.ts';

const keyOf = (userId: string): string => `profile-shared:${userId}`;

export const isProfileShared = (userId: string): boolean => browserStorage.get(keyOf(userId)) !== null;

export const noteProfileShared = (userId: string): void => browserStorage.set(keyOf(userId), 'shared');
