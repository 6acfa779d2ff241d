import UserRound from 'lucide-react/icons/user-round';
import { useState } from 'react';
import { cx } from '../text/cx.ts';
import { Icon } from '../text/icon.tsx';
import styles from './avatar.module.css';

type AvatarProps = {
  /** First name, or another displayed name; its first letter replaces a missing picture. */
  name: string;
  src?: string | null;
  size?: 24 | 32 | 44 | 64 | 96 | 128;
  className?: string;
};

/**
 * A person's picture; the initial on grey if there is none or it fails to load. It is hidden from screen readers,
 * because the name is always beside it.
 */
export function Avatar({ name, src, size = 44, className }: AvatarProps) {
  const [broken, setBroken] = useState<string | null>(null);
  const initial = Array.from(name.trim())[0]?.toLocaleUpperCase();
  return (
    <span aria-hidden="true" className={cx(styles.avatar, styles[`s${size}`], className)}>
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
