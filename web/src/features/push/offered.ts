/** Whether notifications were offered in this browser, which happens once. */
import { browserStorage } from '#lib/browser/storage.ts';
import { isUnasked } from './push-browser.ts';

const KEY = 'push.offered';

/** Whether they may be offered: the browser supports them, has not asked yet, and no offer was made. */
export const mayOffer = (): boolean => isUnasked() && browserStorage.get(KEY) === null;

export const setOffered = (): void => browserStorage.set(KEY, 'yes');
