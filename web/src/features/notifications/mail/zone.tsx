import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './mail-card.module.css';

const texts = defineMessages('notifications.zone', {
  zone: 'Time zone: {zone}',
  move: 'Use {zone}, as on this device',
});

export const zoneHere = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The names of zones as people write them. */
const toWords = (zone: string): string => zone.replaceAll('_', ' ');

/** By which clock times are meant, with a way to that of this device. */
export function Zone({ zone, onMove }: { zone: string; onMove: (zone: string) => void }) {
  const here = zoneHere();
  return (
    <>
      <p className={styles.zone}>
        <Sentence text={texts.zone} values={{ zone: <bdi>{toWords(zone)}</bdi> }} />
      </p>
      {zone !== here && (
        <Button className={styles.move} onClick={() => onMove(here)}>
          {t(texts.move, { zone: toWords(here) })}
        </Button>
      )}
    </>
  );
}
