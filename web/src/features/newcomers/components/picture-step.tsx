import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { userImage } from '#lib/image-address.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Avatar } from '#ui/media/avatar.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { StepButtons } from './step-buttons.tsx';
import styles from './steps.module.css';

const texts = defineMessages('newcomers.picture', { choose: 'Choose a picture', other: 'Choose another' });

const EditProfileImage = lazyPart(
  async () => (await import('#features/profile/editing/dialogs/picture-dialog.tsx')).EditProfileImage,
);

/** The step that asks for a profile picture. */
export function PictureStep({ onNext }: { onNext: () => void }) {
  const user = useAppSelector(selectOwnUser);
  const [isOpen, setOpen] = useState(false);
  const hasPicture = Boolean(user?.image);
  return (
    <div className={styles.step}>
      <div className={styles.picture}>
        <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 96)} size={96} />
        <Button variant={hasPicture ? 'secondary' : 'primary'} onClick={() => setOpen(true)}>
          {t(hasPicture ? texts.other : texts.choose)}
        </Button>
      </div>
      <StepButtons onNext={onNext} isDone={hasPicture} />
      {isOpen && <EditProfileImage open onClose={() => setOpen(false)} />}
    </div>
  );
}
