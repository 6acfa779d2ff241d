import { defineMessages } from '@afterhours/contract/base/message';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { Logo } from '../text/logo.tsx';
import type { NavItem } from './nav-item.ts';
import { NavItems } from './nav-items.tsx';
import { SearchBox, type SearchBoxProps } from './search-box.tsx';
import styles from './top-bar.module.css';

const texts = defineMessages('ui.topBar', {
  main: 'Main',
});

type TopBarProps = {
  /** The target of the logo's link. */
  home: string;
  items: NavItem[];
  search: SearchBoxProps;
  /** The avatar with its menu, or sign-in links for guests. */
  account: ReactNode;
};

/** The bar at the top of every page, 60 px high. Below 640 px the navigation moves to the bottom bar. */
export function TopBar({ home, items, search, account }: TopBarProps) {
  return (
    <header data-top-bar="" className={styles.bar}>
      <div className={styles.inner}>
        <Link to={home} className={styles.home}>
          <Logo shrinks />
        </Link>
        <SearchBox {...search} />
        <nav aria-label={t(texts.main)} className={styles.nav}>
          <NavItems items={items} className={styles.items} itemClassName={styles.item} />
        </nav>
        {account}
      </div>
    </header>
  );
}
