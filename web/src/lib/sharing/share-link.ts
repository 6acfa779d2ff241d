import { defineMessages } from '@afterhours/contract/base/message';
import { showError } from '../notify.ts';
import { t } from '../text/translate.ts';
import { toLink } from './copy-link.ts';

const texts = defineMessages('lib.shareLink', {
  refused: 'Sharing is not allowed here. The link is {link}',
});

/** Whether the browser has a share sheet and offers it to this page, which it does not on plain http. */
export const canShare = (): boolean => 'share' in navigator;

/** Opens the system's share sheet with the address of a page of this site. Returns whether it was shared. */
export async function shareLink(path: string, title: string): Promise<boolean> {
  const url = toLink(path);
  try {
    await navigator.share({ title, url });
    return true;
  } catch (error) {
    // The user closed the sheet on purpose, so this is not an error.
    if (error instanceof DOMException && error.name === 'AbortError') return false;
    showError(t(texts.refused, { link: url }));
    return false;
  }
}

/** Opens a new message in the mail program with the address of a page of this site. */
export function mailLink(path: string, title: string): void {
  const fields = new URLSearchParams({ subject: title, body: toLink(path) });
  // Mail programs read a plus sign literally, not as a space.
  globalThis.location.assign(`mailto:?${fields.toString().replaceAll('+', '%20')}`);
}
