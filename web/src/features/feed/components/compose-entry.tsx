import SquarePen from 'lucide-react/icons/square-pen';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { userImage } from '#features/uploads/image-address.ts';
import { readDraft } from '#lib/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';
import { Avatar } from '#ui/avatar.tsx';
import { Card } from '#ui/card.tsx';
import { Icon } from '#ui/icon.tsx';
import styles from './compose-entry.module.css';

/** The way to the composer; tells when something unsent waits there. */
export function ComposeEntry({ onOpen }: { onOpen: () => void }) {
  const user = useAppSelector(selectOwnUser);
  const draft = user && readDraft(`post:${user._id}`) !== null;
  return (
    <Card className={styles.entry}>
      <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 44)} />
      <button type="button" className={styles.open} onClick={onOpen}>
        {draft ? 'Go on with your draft' : 'What are you working on after hours?'}
        <Icon icon={SquarePen} />
      </button>
    </Card>
  );
}
