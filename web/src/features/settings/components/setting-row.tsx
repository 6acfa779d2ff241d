import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactNode } from 'react';
import { cx } from '#ui/text/cx.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './setting-row.module.css';

type SettingRowProps = {
  label: string;
  value: ReactNode;
  /** Makes the whole row a button. */
  onPress?: () => void;
  /** Buttons, if the row itself is not one. */
  children?: ReactNode;
};

/** One setting and its value. */
export function SettingRow({ label, value, onPress, children }: SettingRowProps) {
  const text = (
    <span className={styles.text}>
      <span className={styles.label}>{label}</span>
      {value && <span className={styles.value}>{value}</span>}
    </span>
  );
  if (!onPress) {
    return (
      <div className={styles.row}>
        {text}
        {children && <span className={styles.actions}>{children}</span>}
      </div>
    );
  }
  return (
    <button type="button" className={cx(styles.row, styles.press)} onClick={onPress}>
      {text}
      <Icon icon={ChevronRight} />
    </button>
  );
}
