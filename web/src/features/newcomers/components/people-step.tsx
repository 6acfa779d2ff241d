import { defineMessages } from '@afterhours/contract/base/message';
import { FivePeople } from '#features/people/components/five-people.tsx';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import styles from './steps.module.css';

const texts = defineMessages('newcomers.people', {
  none: 'You are the first one here. Others will show up soon.',
  toFeed: 'Go to the feed',
});

/** The step with five people to follow; then the feed. */
export function PeopleStep({ onNext }: { onNext: () => void }) {
  return (
    <div className={styles.step}>
      <FivePeople none={<p>{t(texts.none)}</p>} />
      <div className={styles.buttons}>
        <Button variant="primary" onClick={onNext}>
          {t(texts.toFeed)}
        </Button>
      </div>
    </div>
  );
}
