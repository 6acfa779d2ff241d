import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import styles from '../composer.module.css';

const texts = defineMessages('posts.otherDraft', {
  changed: 'You changed this draft on another device, too.',
  take: 'Use that one',
  keep: 'Keep this one',
});

type OtherDraftProps = { open: boolean; onChoose: (mine: boolean) => void };

/** Asks which of two drafts to keep, when both were changed. */
export function OtherDraft({ open, onChoose }: OtherDraftProps) {
  if (!open) return null;
  return (
    <div className={styles.notice}>
      <Banner tone="lamp">
        <p>{t(texts.changed)}</p>
        <div className={styles.choice}>
          <Button size="small" onClick={() => onChoose(false)}>
            {t(texts.take)}
          </Button>
          <Button size="small" onClick={() => onChoose(true)}>
            {t(texts.keep)}
          </Button>
        </div>
      </Banner>
    </div>
  );
}
