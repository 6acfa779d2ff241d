import type { IconShape } from '../text/icon.tsx';

/** A navigation entry in the top or bottom bar. */
export type NavItem = {
  label: string;
  to: string;
  icon: IconShape;
  /** The unread count; nothing is shown for 0. */
  count?: number;
  /** What the count counts, if not unread items. */
  counted?: string;
  /** Shows a dot instead of the count. */
  dot?: boolean;
  /** Marks the entry as current on exactly this path only. */
  end?: boolean;
};
