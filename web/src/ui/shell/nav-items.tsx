import { NavLink } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { words } from '#ui/text/words.ts';
import { CountBadge } from '../chips/count-badge.tsx';
import { Icon } from '../text/icon.tsx';
import type { NavItem } from './nav-item.ts';

type NavItemsProps = { items: NavItem[]; className: string | undefined; itemClassName: string | undefined };

/** The entries of the top bar and the bottom bar, each with its unread count. */
export function NavItems({ items, className, itemClassName }: NavItemsProps) {
  return (
    <ul className={className}>
      {items.map((item) => (
        <li key={item.to}>
          <NavLink to={item.to} end={item.end} className={itemClassName}>
            <Icon icon={item.icon} size={20} />
            <span>{item.label}</span>{' '}
            <CountBadge count={item.count ?? 0} label={item.counted ?? t(words.unread)} dot={item.dot ?? false} />
          </NavLink>
        </li>
      ))}
    </ul>
  );
}
