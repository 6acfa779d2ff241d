import { defineMessages } from '@afterhours/contract/base/message';
import { useId } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useSetting } from '#features/account/use-setting.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './indexable-question.module.css';

const texts = defineMessages('feed.indexable', {
  title: 'Should search engines list you?',
  text: 'This covers your profile and public posts. You can change it in Settings.',
  yes: 'Yes',
  no: 'No',
});

/** Asked once of members whose profile is visible to everyone; it disappears only when they answer. */
export function IndexableQuestion() {
  const user = useAppSelector(selectOwnUser);
  const titleId = useId();
  const [wanted, choose] = useSetting('indexable');
  if (!user || user.indexable !== null || user.visibility !== 'public') return null;
  const busy = wanted !== undefined;
  return (
    <section aria-labelledby={titleId} className={styles.question}>
      <div className={styles.words}>
        <h2 id={titleId} className={styles.title}>
          {t(texts.title)}
        </h2>
        <p className={styles.text}>{t(texts.text)}</p>
      </div>
      <div className={styles.answers}>
        <Button size="small" loading={busy && wanted} disabled={busy} onClick={() => void choose(true)}>
          {t(texts.yes)}
        </Button>
        <Button size="small" loading={busy && !wanted} disabled={busy} onClick={() => void choose(false)}>
          {t(texts.no)}
        </Button>
      </div>
    </section>
  );
}
