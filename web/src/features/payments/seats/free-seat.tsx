import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { words } from '#ui/text/words.ts';
import styles from '../components/pay-dialog.module.css';
import { takeSeat } from './seat-commands.ts';

const texts = defineMessages('webinars.free', {
  free: 'This webinar is free.',
  take: 'Take a seat',
});

type FreeSeatProps = { postId: string; onChange: () => void; onClose: () => void };

/** Joins a free webinar: one click is enough. */
export function FreeSeat({ postId, onChange, onClose }: FreeSeatProps) {
  const [taking, setTaking] = useState(false);
  const [refusal, setRefusal] = useState<string | null>(null);
  const take = async () => {
    setTaking(true);
    const response = await takeSeat(postId);
    setTaking(false);
    setRefusal(response.ok ? null : response.message);
    onChange();
  };
  return (
    <div className={styles.form}>
      {refusal !== null && <Banner tone="danger">{refusal}</Banner>}
      <p>{t(texts.free)}</p>
      <div className={styles.actions}>
        <Button onClick={onClose}>{t(words.cancel)}</Button>
        <Button data-autofocus="" variant="primary" loading={taking} onClick={() => void take()}>
          {t(texts.take)}
        </Button>
      </div>
    </div>
  );
}
