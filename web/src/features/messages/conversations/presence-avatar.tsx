import type { Presence } from '#features/presence/presence-slice.ts';
import { presenceTexts } from '#features/presence/presence-texts.ts';
import { usePresence } from '#features/presence/use-presence.ts';
import { userImage } from '#lib/image-address.ts';
import { t } from '#lib/text/translate.ts';
import { Avatar } from '#ui/media/avatar.tsx';
import { VisuallyHidden } from '#ui/text/visually-hidden.tsx';
import styles from './presence-avatar.module.css';

type PresenceAvatarProps = {
  person: { _id: string; firstName: string; image: string | null } & Presence;
  size?: 32 | 44 | 64;
};

/** A member's picture, with a dot while they are online. */
export function PresenceAvatar({ person, size = 44 }: PresenceAvatarProps) {
  const { login_time } = usePresence(person._id, person);
  return (
    <span className={styles.avatar}>
      <Avatar name={person.firstName} src={userImage(person.image, size)} size={size} />
      {login_time && (
        <span className={styles.dot}>
          <VisuallyHidden>{t(presenceTexts.online)}</VisuallyHidden>
        </span>
      )}
    </span>
  );
}
