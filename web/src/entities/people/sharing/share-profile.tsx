import { defineMessages } from '@afterhours/contract/base/message';
import type { Person } from '@afterhours/contract/people/people';
import { fullName } from '#lib/text/full-name.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { sharingItems } from '#ui/menus/sharing-items.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { profileAddress } from '../profile-path.ts';
import { noteProfileShared } from './profile-shared.ts';
import styles from './share-profile.module.css';

const texts = defineMessages('people.shareProfile', {
  title: 'Share your profile',
  why: 'Send the link to somebody who knows your work, or post it where people look for you.',
});

type ShareProfileProps = {
  person: Pick<Person, '_id' | 'firstName' | 'lastName' | 'username'>;
  open: boolean;
  onClose: () => void;
  /** Called once the link has been copied or passed to another program. */
  onShared: () => void;
};

/** A dialog with the ways to share one's own profile. */
export function ShareProfile({ person, open, onClose, onShared }: ShareProfileProps) {
  const done = () => {
    noteProfileShared(person._id);
    onClose();
    onShared();
  };
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.title)} description={t(texts.why)} size="small">
      <div className={styles.ways}>
        {sharingItems(profileAddress(person), fullName(person), done).map((item, at) => (
          <Button
            key={item.label}
            wide
            icon={item.icon}
            variant={at === 0 ? 'primary' : 'secondary'}
            onClick={item.onSelect}
          >
            {item.label}
          </Button>
        ))}
      </div>
    </Dialog>
  );
}
