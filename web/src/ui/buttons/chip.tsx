import Briefcase from 'lucide-react/icons/briefcase-business';
import MessageSquareText from 'lucide-react/icons/message-square-text';
import Presentation from 'lucide-react/icons/presentation';
import type { ReactNode } from 'react';
import { cx } from '../text/cx.ts';
import { Icon, type IconShape } from '../text/icon.tsx';
import styles from './chip.module.css';

type Tone = 'neutral' | 'lamp' | 'job' | 'webinar' | 'general';

type ChipProps = {
  tone?: Tone;
  /** The three kinds bring their own icon: the tint is never the only sign. */
  icon?: IconShape;
  children: ReactNode;
};

const toneIcons: Partial<Record<Tone, IconShape>> = {
  job: Briefcase,
  webinar: Presentation,
  general: MessageSquareText,
};

/** A quiet word about something, such as the kind of a post. Long words are cut with an ellipsis. */
export function Chip({ tone = 'neutral', icon = toneIcons[tone], children }: ChipProps) {
  return (
    <span className={cx(styles.chip, styles[tone])}>
      {icon && <Icon icon={icon} size={16} />}
      <span className={styles.text}>{children}</span>
    </span>
  );
}
