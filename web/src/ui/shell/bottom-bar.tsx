import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import styles from './bottom-bar.module.css';
import type { NavItem } from './nav-item.ts';
import { NavItems } from './nav-items.tsx';

const texts = defineMessages('ui.bottomBar', {
  places: 'Places',
});

/** Navigation at the bottom of the screen, below 640 px only. */
export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <nav aria-label={t(texts.places)} className={styles.bar}>
      <NavItems items={items} className={styles.items} itemClassName={styles.item} />
    </nav>
  );
}
