import { defineMessages } from '@afterhours/contract/base/message';
import Link2 from 'lucide-react/icons/link-2';
import Mail from 'lucide-react/icons/mail';
import Share2 from 'lucide-react/icons/share-2';
import { copyLink } from '#lib/sharing/copy-link.ts';
import { canShare, mailLink, shareLink } from '#lib/sharing/share-link.ts';
import { t } from '#lib/text/translate.ts';
import { words } from '../text/words.ts';
import type { MenuItem } from './menu.tsx';

const texts = defineMessages('ui.sharing', {
  share: 'Share…',
  mail: 'Send by email',
});

/**
 * Returns the menu items that share a page of this site under `title`. `onShared` is called once the link has been
 * copied or passed to another program.
 */
export function sharingItems(path: string, title: string, onShared?: () => void): MenuItem[] {
  const reportShared = (done: boolean | void) => done !== false && onShared?.();
  return [
    { label: t(words.copyLink), icon: Link2, onSelect: () => void copyLink(path).then(reportShared) },
    ...(canShare()
      ? [{ label: t(texts.share), icon: Share2, onSelect: () => void shareLink(path, title).then(reportShared) }]
      : []),
    { label: t(texts.mail), icon: Mail, onSelect: () => reportShared(mailLink(path, title)) },
  ];
}
