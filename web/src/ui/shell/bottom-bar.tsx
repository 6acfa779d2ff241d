import { NavLink } from 'react-router';
import { Badge } from '../text/badge.tsx';
import { Icon } from '../text/icon.tsx';
import styles from './bottom-bar.module.css';
import type { NavItem } from './nav-item.ts';

/** Five places under the thumb, below 640 px only. */
export function BottomBar({ items }: { items: NavItem[] }) {
  return (
    <nav aria-label="Places" className={styles.bar}>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.to}>
            <NavLink to={item.to} end={item.end} className={styles.item}>
              <Icon icon={item.icon} size={20} />
              <span>{item.label}</span> <Badge count={item.count ?? 0} label={item.counted ?? 'unread'} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
