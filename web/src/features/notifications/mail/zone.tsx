import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { placeOf, zoneHere } from '#lib/browser/time-zones.ts';
import { joinUnits, t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './mail-card.module.css';

const texts = defineMessages('notifications.zone', {
  zone: 'Time zone: {zone}',
  move: 'Use {zone}, as on this device',
  change: 'Change',
  changeFrom: 'Change the time zone {zone}',
});

const ZoneDialog = lazyPart(async () => (await import('./zone-dialog.tsx')).ZoneDialog);

/** Formats a time zone as people write it, such as "Berlin, Europe". */
function toWords(zone: string): string {
  const { place, area } = placeOf(zone);
  return area ? joinUnits([place, area]) : place;
}

/** The time zone of the mails, with buttons to choose the device's own or any other. */
export function Zone({ zone, onMove }: { zone: string; onMove: (zone: string) => void }) {
  const [open, setOpen] = useState(false);
  const here = zoneHere();
  return (
    <div className={styles.zone}>
      <p>
        <Sentence text={texts.zone} values={{ zone: <bdi>{toWords(zone)}</bdi> }} />
      </p>
      <div className={styles.ways}>
        <Button size="small" aria-label={t(texts.changeFrom, { zone: toWords(zone) })} onClick={() => setOpen(true)}>
          {t(texts.change)}
        </Button>
        {zone !== here && (
          <Button size="small" onClick={() => onMove(here)}>
            {t(texts.move, { zone: toWords(here) })}
          </Button>
        )}
      </div>
      <ZoneDialog
        open={open}
        zone={zone}
        onClose={() => setOpen(false)}
        onChoose={(chosen: string) => {
          setOpen(false);
          if (chosen !== zone) onMove(chosen);
        }}
      />
    </div>
  );
}
