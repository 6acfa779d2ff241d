import { defineMessages } from '@afterhours/contract/base/message';
import Eye from 'lucide-react/icons/eye';
import { useState } from 'react';
import { pathBack } from '#lib/browser/guest-view.ts';
import { t } from '#lib/text/translate.ts';
import { buttonClass } from '#ui/buttons/button-class.ts';
import { Icon } from '#ui/text/icon.tsx';
import styles from './guest-bar.module.css';

const texts = defineMessages('app.guestBar', {
  label: 'View as a guest',
  text: 'This is what guests see.',
  back: 'Back',
});

/** Shows that the page is displayed as guests see it, with a link back that reloads the page with the session. */
export function GuestBar() {
  const [back] = useState(pathBack);
  return (
    <aside aria-label={t(texts.label)} className={styles.bar}>
      <Icon icon={Eye} size={20} />
      <p>{t(texts.text)}</p>
      <a href={back} className={buttonClass({ size: 'small' })}>
        {t(texts.back)}
      </a>
    </aside>
  );
}
