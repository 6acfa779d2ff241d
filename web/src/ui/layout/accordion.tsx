import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Icon } from '../text/icon.tsx';
import styles from './accordion.module.css';

type AccordionItem = { title: string; subtitle?: string; content: ReactNode; open?: boolean };

type AccordionProps = {
  items: AccordionItem[];
  /** The level of the headings, below the headings around the accordion. */
  level?: 2 | 3;
};

/**
 * Collapsible sections. They use the browser's `details`, which supports the keyboard, find-in-page and reading without
 * scripts.
 */
export function Accordion({ items, level = 3 }: AccordionProps) {
  const Heading = `h${level}` as const;
  return (
    <div>
      {items.map((item) => (
        <details key={item.title} open={item.open} className={styles.item}>
          <summary className={styles.summary}>
            <span>
              <Heading className={styles.title}>{item.title}</Heading>
              {item.subtitle && <p className={styles.subtitle}>{item.subtitle}</p>}
            </span>
            <Icon icon={ChevronDown} className={styles.chevron} />
          </summary>
          <div className={styles.content}>{item.content}</div>
        </details>
      ))}
    </div>
  );
}
