import { defineMessages } from '@afterhours/contract/base/message';
import { NavLink } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { Badge } from '../text/badge.tsx';
import { Icon } from '../text/icon.tsx';
import styles from './bottom-bar.module.css';
import type { NavItem } from './nav-item.ts';

const texts = defineMessages('ui.bottomBar', {
  places: 'Places',
});

/** Five places under the thumb, below 640 px only. */
export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <nav aria-label={t(texts.places)} className={styles.bar}>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.end} className={styles.item}>
              <Icon icon={item.icon} size={20} />
              <span>{item.label}</span> <Badge count={item.count ?? 0} label={item.counted ?? t(words.unread)} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
