import { defineMessages } from '@afterhours/contract/base/message';
import { copyText } from '../browser/secure-context.ts';
import { showError, showSuccess } from '../notify.ts';
import { t } from '../text/translate.ts';

const texts = defineMessages('lib.copyLink', {
  copied: 'Link copied.',
  refused: 'Copying is not allowed here. The link is {link}',
});

/** Returns the full address of a page of this site. */
export const toLink = (path: string): string => new URL(path, globalThis.location.origin).href;

/** Copies the address of a page of this site and shows the result in a toast. Returns whether it was copied. */
export async function copyLink(path: string): Promise<boolean> {
  const link = toLink(path);
  const copied = await copyText(link);
  if (copied) showSuccess(t(texts.copied));
  else showError(t(texts.refused, { link }));
  return copied;
}
