import { defineMessages } from '@afterhours/contract/base/message';
import type { Filter } from '@afterhours/contract/moderation/automation';
import { joinUnits, t } from '#lib/text/translate.ts';
import styles from '../staff/staff.module.css';
import { effectNames, filterKindNames, placeNames } from './filter-texts.ts';

const texts = defineMessages('moderation.filter', {
  about: '{kind} · {places} · {effect}',
  count: '{n, plural, one {# line} other {# lines}}: {some}',
});

const SHOWN_ENTRIES = 12;

/** What a saved filter looks for, and what happens then. */
export function Summary({ filter: { kind, effect, places, note, entries } }: { filter: Filter }) {
  const shown = entries.slice(0, SHOWN_ENTRIES);
  const some = joinUnits(shown.length < entries.length ? [...shown, '…'] : shown);
  const where = joinUnits(places.map((place) => t(placeNames[place])));
  return (
    <>
      <p>
        <strong dir="auto">{note}</strong>
      </p>
      <p className={styles.quiet}>
        {t(texts.about, { kind: t(filterKindNames[kind]), places: where, effect: t(effectNames[effect]) })}
      </p>
      <p dir="auto">{t(texts.count, { n: entries.length, some })}</p>
    </>
  );
}
