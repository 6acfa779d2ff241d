/** Whether this browser was offered notifications, which happens once. */
import { browserStorage } from '#lib/browser/storage.ts';
import { isUnasked } from './push-browser.ts';

const KEY = 'push.offered';

/** Whether they may be offered: the browser can, has not been asked, and no offer was made. */
export const mayOffer = (): boolean => isUnasked() && browserStorage.get(KEY) === null;

export const setOffered = (): void => browserStorage.set(KEY, 'yes');
