import { defineMessages } from '@afterhours/contract/base/message';
import { type ChangeEvent, useRef, useState } from 'react';
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

/** The step that asks for a profile picture. The file is chosen first; the dialog then cuts it to size. */
export function PictureStep({ onNext }: { onNext: () => void }) {
  const user = useAppSelector(selectOwnUser);
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const hasPicture = Boolean(user?.image);
  const label = t(hasPicture ? texts.other : texts.choose);
  const choose = ({ target }: ChangeEvent<HTMLInputElement>) => {
    setFile(target.files?.[0]);
    // Reset so that the same file can be chosen again.
    target.value = '';
  };
  return (
    <div className={styles.step}>
      <div className={styles.picture}>
        <Avatar name={user?.firstName ?? ''} src={userImage(user?.image, 96)} size={96} />
        <input ref={input} type="file" accept="image/*" hidden aria-label={label} onChange={choose} />
        <Button variant={hasPicture ? 'secondary' : 'primary'} onClick={() => input.current?.click()}>
          {label}
        </Button>
      </div>
      <StepButtons onNext={onNext} isDone={hasPicture} />
      {file && <EditProfileImage open file={file} onClose={() => setFile(undefined)} />}
    </div>
  );
}
