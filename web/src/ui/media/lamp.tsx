import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './lamp.module.css';

type LampProps = {
  /** The icon that the light falls on. */
  icon: IconShape | undefined;
  /** False where nothing is to be expected, such as at an unknown address. */
  lit: boolean;
};

/** The logo's lamp above an empty table; decorative. */
export function Lamp({ icon, lit }: LampProps) {
  return (
    <span aria-hidden="true" className={cx(styles.lamp, !lit && styles.out)}>
      <svg width="144" height="104" viewBox="0 0 144 104">
        <path className={styles.light} d="M59 47h26l31 52H28z" />
        <path className={styles.shade} d="M71.25 0h1.5v20h-1.5zM52 41a20 20 0 0 1 40 0z" />
        <path className={styles.table} d="M12 99h120v2H12z" />
      </svg>
      {icon && <Icon icon={icon} size={32} className={styles.thing} />}
    </span>
  );
}
