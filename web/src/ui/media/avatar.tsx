import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './avatar.module.css';

type AvatarProps = {
  /** First name, or the name that the interface shows; its first letter stands in for the picture. */
  name: string;
  src?: string | null;
  size?: 24 | 32 | 44 | 64 | 96 | 128;
  /** Announced as a picture of this person; leave off where the name stands beside it. */
  labelled?: boolean;
  className?: string;
};

/** The person's picture; the initial on grey while there is none, or when it cannot be loaded. */
export function Avatar({ name, src, size = 44, labelled = false, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const initial = Array.from(name.trim())[0]?.toLocaleUpperCase();
  const role = labelled ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true };
  return (
    <span {...role} className={cx(styles.avatar, styles[`s${size}`], className)}>
      {src && broken !== src ? (
        <img
          src={src}
          alt=""
          width={size}
          height={size}
          decoding="async"
          className={styles.image}
          onError={() => setBroken(src)}
        />
      ) : (
        (initial ?? <Icon icon={UserRound} size={size > 44 ? 32 : 18} />)
      )}
    </span>
  );
}
