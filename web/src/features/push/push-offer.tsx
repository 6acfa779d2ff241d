import { defineMessages } from '@afterhours/contract/base/message';
import { useEffect, useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { mayOffer, setOffered } from './offered.ts';
import styles from './push-offer.module.css';
import { usePush } from './use-push.ts';

const texts = defineMessages('push.offer', {
  away: 'Get the reply on this device, even when you’re away.',
  tell: 'Notify me when {name} replies',
});

type PushOfferProps = { name: string; open: boolean; onClose: () => void };

/**
 * Offers notifications after a message to a member who is offline. The browser asks for the permission only after the
 * button. The offer is made once; later the settings have it.
 */
export function PushOffer({ name, open, onClose }: PushOfferProps) {
  const [isFirst, setFirst] = useState(mayOffer);
  const close = () => {
    setFirst(false);
    onClose();
  };
  return open && isFirst ? <Offer name={name} onClose={close} /> : null;
}

function Offer({ name, onClose }: Omit<PushOfferProps, 'open'>) {
  const { support, status, devices, pending, turnOn } = usePush();
  const isHere = devices.some(({ current }) => current);
  const isOffered = status === 'ready' && support === 'possible' && !isHere;
  useEffect(() => {
    if (isOffered) setOffered();
  }, [isOffered]);
  if (!isOffered) return null;
  return (
    <Banner
      tone="lamp"
      onDismiss={onClose}
      action={
        <Button size="small" className={styles.tell} loading={pending === 'on'} onClick={turnOn}>
          <Sentence text={texts.tell} values={{ name: <bdi>{name}</bdi> }} />
        </Button>
      }
    >
      {t(texts.away)}
    </Banner>
  );
}
