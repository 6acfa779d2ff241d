import { defineMessages } from '@afterhours/contract/base/message';
import { type SearchCadence, searchCadences } from '@afterhours/contract/constants/jobs';
import { useState } from 'react';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Select } from '#ui/fields/select.tsx';
import styles from './saved-searches.module.css';

const texts = defineMessages('savedSearches.form', {
  save: 'Save this search',
  cadence: 'Notify me',
});

export const cadenceNames = defineMessages('savedSearches.cadence', {
  instant: 'At once',
  daily: 'At most daily',
  weekly: 'At most weekly',
});

type SaveFormProps = { pending: boolean; onSave: (cadence: SearchCadence) => void };

/** Saves the current filters. */
export function SaveForm({ pending, onSave }: SaveFormProps) {
  const [cadence, setCadence] = useState<SearchCadence>('instant');
  return (
    <div className={styles.save}>
      <Select
        label={t(texts.cadence)}
        value={cadence}
        onChange={({ target }) => setCadence(searchCadences.find((one) => one === target.value) ?? 'instant')}
      >
        {searchCadences.map((one) => (
          <option key={one} value={one}>
            {t(cadenceNames[one])}
          </option>
        ))}
      </Select>
      <Button variant="primary" loading={pending} onClick={() => onSave(cadence)}>
        {t(texts.save)}
      </Button>
    </div>
  );
}
