import ChevronDown from 'lucide-react/icons/chevron-down';
import type { ReactNode } from 'react';
import { Icon } from '../text/icon.tsx';
import styles from './accordion.module.css';

type AccordionItem = { title: string; subtitle?: string; content: ReactNode; open?: boolean };

type AccordionProps = {
  items: AccordionItem[];
  /** With a name at most one is open. */
  name?: string;
  /** The level of the headings, after those around it. */
  level?: 2 | 3;
};

/** Headings that open. The browser's own details: keyboard, find-in-page and reading without scripts come with it. */
export function Accordion({ items, name, level = 3 }: AccordionProps) {
  const Heading = `h${level}` as const;
  return (
    <div>
      {items.map((item) => (
        <details key={item.title} name={name} open={item.open} className={styles.item}>
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
