import type { IconShape } from '../text/icon.tsx';

/** A place in the top or bottom bar. */
export type NavItem = {
  label: string;
  to: string;
  icon: IconShape;
  /** Unread; nothing is drawn for 0. */
  count?: number;
  /** What the count counts, when not what is unread. */
  counted?: string;
  /** Draws a dot instead of the count. */
  dot?: boolean;
  /** Only this very path counts as being there. */
  end?: boolean;
};
