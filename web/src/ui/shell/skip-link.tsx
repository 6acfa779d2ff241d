import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import styles from './skip-link.module.css';

const texts = defineMessages('ui.skipLink', {
  text: 'Skip to content',
});

/** The first keyboard stop: skips the navigation and leads to the element with the id `main`. */
export function SkipLink() {
  return (
    <a href="#main" className={styles.link}>
      {t(texts.text)}
    </a>
  );
}
