import { defineMessages } from '@afterhours/contract/base/message';
import { sellingModes } from '@afterhours/contract/community/community-money';
import type { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../community.module.css';
import type { SettingValues } from './settings-values.ts';

const texts = defineMessages('community.moneyFields', {
  legend: 'Payments for webinars',
  seller: 'Seller',
  community: 'The community',
  host: 'The host',
  communityHint: 'Payments go to the community, which pays its hosts. Payouts shows what each host is owed.',
  hostHint:
    'Payments go to each host’s own account at the payment provider. Hosts without one offer free webinars only.',
  share: 'Community’s share, in percent',
  detailsLead: 'Hosts choose whether a price includes the tax. Receipts already issued stay as they are.',
  name: 'Seller on receipts',
  nameHint: 'If it differs from the community’s name',
  address: 'Address',
  taxId: 'Tax ID',
  vatId: 'VAT ID',
  vatHint: 'In the EU, with the country code, such as DE123456789',
  tax: 'Tax, in percent',
  noTax: 'None',
});

const modeTexts = { community: texts.community, host: texts.host } as const;

type Field = ReturnType<typeof useForm<SettingValues, unknown>>['field'];

/** Who sells webinars, which share the community keeps, and the details on its receipts. */
export function MoneyFields({ field, seller }: { field: Field; seller: string }) {
  return (
    <fieldset className={styles.group}>
      <legend>{t(texts.legend)}</legend>
      <Select
        {...field('seller')}
        label={t(texts.seller)}
        hint={t(seller === 'host' ? texts.hostHint : texts.communityHint)}
      >
        {sellingModes.map((mode) => (
          <option key={mode} value={mode}>
            {t(modeTexts[mode])}
          </option>
        ))}
      </Select>
      <TextField {...field('sharePercent')} label={t(texts.share)} inputMode="numeric" autoComplete="off" required />
      {seller !== 'host' && (
        <>
          <p className={styles.quiet}>{t(texts.detailsLead)}</p>
          <TextField {...field('billingName')} label={t(texts.name)} hint={t(texts.nameHint)} dir="auto" />
          <TextArea {...field('billingAddress')} label={t(texts.address)} minRows={2} dir="auto" />
          <div className={`${styles.numbers} ${styles.hinted}`}>
            <TextField {...field('billingTaxId')} label={t(texts.taxId)} autoComplete="off" />
            <TextField {...field('billingVatId')} label={t(texts.vatId)} hint={t(texts.vatHint)} autoComplete="off" />
            <TextField
              {...field('billingTaxPercent')}
              label={t(texts.tax)}
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
