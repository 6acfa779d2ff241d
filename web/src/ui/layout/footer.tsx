import { defineMessages } from '@afterhours/contract/base/message';
import { Link } from 'react-router';
import { useCopyright } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import styles from './footer.module.css';

export const footerTexts = defineMessages('ui.footer', {
  label: 'Footer',
});

type FooterProps = { links: { label: string; to: string }[] };

/** The last line of the page. */
export function Footer({ links }: FooterProps) {
  return (
    <footer className={styles.footer}>
      <div className={styles.inner}>
        <nav aria-label={t(footerTexts.label)}>
          <ul className={styles.links}>
            {links.map((link) => (
              <li key={link.label}>
                <Link to={link.to} className={styles.link}>
                  {link.label}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
        <p data-brand="">
          <bdi>{useCopyright()}</bdi>
        </p>
      </div>
    </footer>
  );
}
