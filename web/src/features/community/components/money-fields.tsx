import { defineMessages } from '@afterhours/contract/base/message';
import { sellingModes } from '@afterhours/contract/community/community-money';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../community.module.css';
import type { SettingField } from './settings-values.ts';

const texts = defineMessages('community.moneyFields', {
  legend: 'Payments for webinars',
  community: 'The community',
  host: 'The host',
  communityHint: 'Payments go to the community, which pays its hosts. Payouts shows what each host is owed.',
  hostHint:
    'Payments go to each host’s own account at the payment provider. Hosts without one offer free webinars only.',
  detailsLead: 'Hosts choose whether a price includes the tax. Receipts already issued stay as they are.',
  nameHint: 'If it differs from the community’s name',
  vatHint: 'In the EU, with the country code, such as DE123456789',
  noTax: 'None',
});

const modeTexts = { community: texts.community, host: texts.host } as const;

/** Who sells webinars, which share the community keeps, and the details on its receipts. */
export function MoneyFields({ field, seller }: { field: SettingField; seller: string }) {
  return (
    <fieldset className={styles.group}>
      <legend>{t(texts.legend)}</legend>
      <Select {...field('seller')} hint={t(seller === 'host' ? texts.hostHint : texts.communityHint)}>
        {sellingModes.map((mode) => (
          <option key={mode} value={mode}>
            {t(modeTexts[mode])}
          </option>
        ))}
      </Select>
      <TextField {...field('sharePercent')} inputMode="numeric" autoComplete="off" required />
      {seller !== 'host' && (
        <>
          <p className={styles.quiet}>{t(texts.detailsLead)}</p>
          <TextField {...field('billingName')} hint={t(texts.nameHint)} dir="auto" />
          <TextArea {...field('billingAddress')} minRows={2} dir="auto" />
          <div className={`${styles.numbers} ${styles.hinted}`}>
            <TextField {...field('billingTaxId')} autoComplete="off" />
            <TextField {...field('billingVatId')} hint={t(texts.vatHint)} autoComplete="off" />
            <TextField
              {...field('billingTaxPercent')}
              placeholder={t(texts.noTax)}
              inputMode="decimal"
              autoComplete="off"
            />
          </div>
        </>
      )}
    </fieldset>
  );
}
