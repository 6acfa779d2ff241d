import { defineMessages } from '@afterhours/contract/base/message';
import { sellerModes } from '@afterhours/contract/community/community-limits';
import { DAILY_UPLOAD_MB } from '@afterhours/contract/constants/uploads';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../community.module.css';
import type { SettingField, SettingValues } from './settings-values.ts';

const texts = defineMessages('community.limitFields', {
  limits: 'Limits for each member',
  lead:
    'A day is from midnight to midnight (UTC). Deleted items count, too. Leave a field empty to use the ' +
    'value that is shown in grey.',
  storageHint: 'At most {most, number}: the server has no room for more.',
  noLimit: 'No limit',
  selling: 'Webinars',
  approvedHint: 'Approve members on their page under Members.',
});

const modeTexts = defineMessages('community.sellerModes', {
  everybody: 'Everyone',
  established: 'Members who joined some time ago',
  approved: 'Members we approve',
});

type LimitFieldsProps = { field: SettingField; sellers: string; mostStorageMb: number };

/** How much each member may write and store, and who may publish webinars. */
export function LimitFields({ field, sellers, mostStorageMb }: LimitFieldsProps) {
  const number = (name: keyof SettingValues) =>
    ({ ...field(name), inputMode: 'numeric', autoComplete: 'off' }) as const;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>{t(texts.limits)}</legend>
        <p className={styles.quiet}>{t(texts.lead)}</p>
        <div className={styles.numbers}>
          <TextField {...number('postsPerDay')} placeholder={t(texts.noLimit)} />
          <TextField {...number('commentsPerDay')} placeholder={t(texts.noLimit)} />
          <TextField {...number('messagesPerDay')} placeholder={t(texts.noLimit)} />
          <TextField {...number('uploadMbPerDay')} placeholder={String(DAILY_UPLOAD_MB)} />
        </div>
        <TextField
          {...number('storageMb')}
          hint={t(texts.storageHint, { most: mostStorageMb })}
          placeholder={String(mostStorageMb)}
        />
      </fieldset>
      <fieldset className={styles.group}>
        <legend>{t(texts.selling)}</legend>
        <Select {...field('sellers')} hint={sellers === 'approved' ? t(texts.approvedHint) : undefined}>
          {sellerModes.map((mode) => (
            <option key={mode} value={mode}>
              {t(modeTexts[mode])}
            </option>
          ))}
        </Select>
        {sellers === 'established' && <TextField {...number('sellerDays')} required />}
      </fieldset>
    </>
  );
}
