import { defineMessages } from '@afterhours/contract/base/message';
import { showError } from '../notify.ts';
import { t } from '../text/translate.ts';
import { toLink } from './copy-link.ts';

const texts = defineMessages('lib.shareLink', {
  refused: 'Sharing is not allowed here. The link is {link}',
});

/** Whether the system has a sheet to share with, and lets this page open it: on plain http it does not. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the sheet of the system with the address of a page of this site; returns whether it was shared. */
export async function shareLink(path: string, title: string): Promise<boolean> {
  const url = toLink(path);
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // Whoever closes the sheet has decided so.
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    showError(t(texts.refused, { link: url }));
    return false;
  }
}

/** Opens a new message in the mail program, with the address of a page of this site. */
export function mailLink(path: string, title: string): void {
  const fields = new URLSearchParams({ subject: title, body: toLink(path) });
  // Mail programs take a plus sign for one, not for a blank.
  globalThis.location.assign(`mailto:?${fields.toString().replaceAll('+', '%20')}`);
}
