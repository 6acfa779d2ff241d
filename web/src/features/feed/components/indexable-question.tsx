import { defineMessages } from '@afterhours/contract/base/message';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useSetting } from '#features/account/use-setting.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import styles from './indexable-question.module.css';

const texts = defineMessages('feed.indexable', {
  title: 'May search engines list you?',
  text:
    'People who look for what you do could find your profile and your public posts. Until you say yes, they cannot. ' +
    'You can change it at any time in Settings, Data Privacy.',
  yes: 'Yes, list me',
  no: 'No',
});

/** Asked once, of members whose profile is for everyone; only an answer takes it away. */
export function IndexableQuestion() {
  const user = useAppSelector(selectOwnUser);
  const [wanted, choose] = useSetting('indexable');
  if (!user || user.indexable !== null || user.visibility !== 'public') return null;
  const busy = wanted !== undefined;
  return (
    <Card title={t(texts.title)}>
      <p className={styles.text}>{t(texts.text)}</p>
      <div className={styles.answers}>
        <Button loading={busy && wanted} disabled={busy} onClick={() => void choose(true)}>
          {t(texts.yes)}
        </Button>
        <Button loading={busy && !wanted} disabled={busy} onClick={() => void choose(false)}>
          {t(texts.no)}
        </Button>
      </div>
    </Card>
  );
}
