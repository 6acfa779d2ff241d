import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import { totalOf } from '@afterhours/contract/constants/webinar-tax';
import { formatPrice, type RefundPolicy, refundPolicies } from '@afterhours/contract/constants/webinars';
import type { SellerAccount } from '@afterhours/contract/payments/earnings';
import { MAX_SEATS, priceCurrencies } from '@afterhours/contract/webinars/webinars';
import { useState } from 'react';
import { loadSellerAccount } from '#features/payments/earnings/earning-commands.ts';
import { formTexts } from '#features/posts/post-texts.ts';
import { siteName } from '#lib/browser/site.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { toLocalField } from '#lib/text/local-field.ts';
import { numberLocale } from '#lib/text/locale.ts';
import { t } from '#lib/text/translate.ts';
import { Select } from '#ui/fields/select.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import styles from '../composer.module.css';
import type { usePostForm } from '../use-post-form.ts';
import { toPrice } from './webinar-values.ts';

const texts = defineMessages('posts.webinarForm', {
  link: 'Link',
  audience: 'Only you and members with a seat see it.',
  linkExample: 'https://meet.example.com/your-room',
  titleExample: 'Glazes that do not run: a first evening',
  starts: 'Starts',
  startsHint: 'In your time zone. Others see it in theirs.',
  ends: 'Ends',
  endsHint: 'If empty, calendars reserve an hour.',
  seats: 'Seats',
  seatsHint: 'If empty, there is no limit.',
  price: 'Price',
  priceHint: '0 for a free webinar. Payments go to {site}, which pays you.',
  ownPriceHint: '0 for a free webinar. The money goes to your own account.',
  freeHint: '0 for a free webinar. To charge for it, first set up your account under Earnings.',
  currency: 'Currency',
  tax: 'Tax',
  included: 'Included in the price',
  added: 'Added to the price',
  addedPercent: '{percent, number}%, added to the price',
  total: 'Buyers pay {price}.',
  refund: 'Refund when a seat is given up',
});

/** Short, so that a narrow field shows them in full; `refundTexts` is the wording for payers. */
const refundNames: Record<RefundPolicy, MessageDescriptor> = defineMessages('posts.webinarForm.refund', {
  full_until_24h: 'Full until 24 hours before',
  full_until_7d: 'Full until 7 days before',
  none: 'None',
});

type FieldsOf = ReturnType<typeof usePostForm>['form']['field'];

/** The fields for a webinar's start and end. */
function Times({ field }: { field: FieldsOf }) {
  const [now] = useState(() => toLocalField(new Date()));
  return (
    <div className={styles.pair}>
      <TextField
        {...field('startsAt')}
        label={t(texts.starts)}
        type="datetime-local"
        min={now}
        hint={t(texts.startsHint)}
      />
      <TextField
        {...field('endsAt')}
        label={t(texts.ends)}
        type="datetime-local"
        min={field('startsAt').value || now}
        hint={t(texts.endsHint)}
      />
    </div>
  );
}

/** Whether the price includes the tax, otherwise the total for buyers; nothing if the seller has no tax rate. */
function Tax({ field, percent }: { field: FieldsOf; percent: number | null }) {
  const [tax, typed, currency] = [field('tax'), field('price').value, field('currency').value];
  if (percent === null && tax.value !== 'added') return null;
  const price = toPrice(typed, currency);
  const isPriced = percent !== null && typeof price === 'number' && tax.value === 'added';
  const total = isPriced ? totalOf({ price, addedTax: percent }) : null;
  return (
    <Select
      {...tax}
      label={t(texts.tax)}
      hint={
        total === null ? undefined : t(texts.total, { price: formatPrice({ amount: total, currency }, numberLocale()) })
      }
    >
      <option value="included">{t(texts.included)}</option>
      <option value="added">{percent === null ? t(texts.added) : t(texts.addedPercent, { percent })}</option>
    </Select>
  );
}

/** Describes where the money goes; a host without an account sees that before the server rejects the price. */
function describePrice(account: SellerAccount | null): string {
  if (account?.mode !== 'host') return t(texts.priceHint, { site: siteName() });
  return t(account.state === 'ready' ? texts.ownPriceHint : texts.freeHint);
}

type WebinarFieldsProps = {
  field: FieldsOf;
  /** The tax rate that an edited webinar keeps; null if the seller's present rate applies. */
  keptTax: number | null;
};

/** The price and the number of seats. */
function Offer({ field, keptTax }: WebinarFieldsProps) {
  const { data: account } = useLoading(loadSellerAccount);
  return (
    <>
      <div className={styles.pair}>
        <TextField {...field('price')} label={t(texts.price)} inputMode="decimal" hint={describePrice(account)} />
        <Select {...field('currency')} label={t(texts.currency)}>
          {priceCurrencies.map((currency) => (
            <option key={currency} value={currency}>
              {currency.toUpperCase()}
            </option>
          ))}
        </Select>
      </div>
      <Tax field={field} percent={keptTax ?? account?.taxPercent ?? null} />
      <TextField
        {...field('capacity')}
        label={t(texts.seats)}
        type="number"
        inputMode="numeric"
        min={1}
        max={MAX_SEATS}
        hint={t(texts.seatsHint)}
      />
      <Select {...field('refundPolicy')} label={t(texts.refund)}>
        {refundPolicies.map((policy) => (
          <option key={policy} value={policy}>
            {t(refundNames[policy])}
          </option>
        ))}
      </Select>
    </>
  );
}

/** The fields that only a webinar has. */
export function WebinarFields({ field, keptTax }: WebinarFieldsProps) {
  return (
    <>
      <TextField
        {...field('title')}
        data-autofocus
        label={t(formTexts.title)}
        placeholder={t(texts.titleExample)}
        required
      />
      <TextField
        {...field('link')}
        label={t(texts.link)}
        type="url"
        inputMode="url"
        placeholder={t(texts.linkExample)}
        hint={t(texts.audience)}
        required
      />
      <Times field={field} />
      <Offer field={field} keptTax={keptTax} />
    </>
  );
}
