import { defineMessages } from '@afterhours/contract/base/message';
import SquarePen from 'lucide-react/icons/square-pen';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { readDraft } from '#lib/browser/session-storage.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './compose-entry.module.css';

const texts = defineMessages('feed.compose', {
  draft: 'Continue your draft',
  start: 'What are you working on after hours?',
});

/** The button that opens the composer; it says when there is a draft. */
export function ComposeEntry({ onOpen }: { onOpen: () => void }) {
  const user = useAppSelector(selectOwnUser);
  const draft = user && readDraft(`post:${user._id}`) !== null;
  return (
    <div className={styles.entry}>
      <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 44)} className={styles.face} />
      <button type="button" className={styles.open} onClick={onOpen}>
        {t(draft ? texts.draft : texts.start)}
        <Icon icon={SquarePen} />
      </button>
    </div>
  );
}
