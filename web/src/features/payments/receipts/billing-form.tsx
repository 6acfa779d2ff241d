import { defineMessages } from '@afterhours/contract/base/message';
import { type BillingDetails, billingDetails } from '@afterhours/contract/payments/receipts';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useForm } from '#lib/forms/use-form.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ErrorState } from '#ui/feedback/error-state.tsx';
import { LoadingNote, Skeleton } from '#ui/feedback/skeleton.tsx';
import { TextArea } from '#ui/fields/text-area.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { Card } from '#ui/layout/card.tsx';
import { words } from '#ui/text/words.ts';
import { loadBilling, saveBilling } from './receipt-commands.ts';
import styles from './receipts.module.css';

const texts = defineMessages('receipts.billing', {
  title: 'On your receipts',
  lead: 'Fields you leave empty are left out. Receipts already issued stay as they are.',
  name: 'Name or company',
  nameHint: 'Your name, if it is empty',
  address: 'Address',
  taxId: 'Tax ID',
  vatId: 'VAT ID',
  vatHint: 'In the EU, with the country code, such as DE123456789',
  tax: 'Tax on your webinars, in percent',
  taxHint:
    'Used only if hosts sell in their own name; the page Earnings says who the seller is. Each webinar states ' +
    'whether its price includes it.',
  none: 'None',
});

type Values = { name: string; address: string; taxId: string; vatId: string; taxPercent: string };

const toValues = ({ name, address, taxId, vatId, taxPercent }: BillingDetails): Values => ({
  name: name ?? '',
  address: address ?? '',
  taxId: taxId ?? '',
  vatId: vatId ?? '',
  taxPercent: String(taxPercent ?? ''),
});

const toInput = (values: Values) => ({
  name: values.name.trim() || null,
  address: values.address.trim() || null,
  taxId: values.taxId.trim() || null,
  vatId: values.vatId.trim() || null,
  // The schema rejects a value that is not a number.
  taxPercent: values.taxPercent.trim() === '' ? null : Number(values.taxPercent.trim().replace(',', '.')),
});

function Fields({ details }: { details: BillingDetails }) {
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: toValues(details),
    schema: billingDetails,
    toInput,
    submit: async (body) => {
      const response = await saveBilling(body);
      if (!response.ok) return response;
      showSuccess(response.message);
      return undefined;
    },
  });
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <p className={styles.label}>{t(texts.lead)}</p>
      <FormMessage {...{ message, failure, wait }} />
      <TextField {...field('name')} label={t(texts.name)} hint={t(texts.nameHint)} dir="auto" />
      <TextArea {...field('address')} label={t(texts.address)} minRows={2} dir="auto" />
      <TextField {...field('taxId')} label={t(texts.taxId)} autoComplete="off" />
      <TextField {...field('vatId')} label={t(texts.vatId)} hint={t(texts.vatHint)} autoComplete="off" />
      <TextField
        {...field('taxPercent')}
        label={t(texts.tax)}
        hint={t(texts.taxHint)}
        placeholder={t(texts.none)}
        inputMode="decimal"
        autoComplete="off"
      />
      <div className={styles.end}>
        <Button type="submit" variant="primary" loading={pending} aria-disabled={wait > 0 || undefined}>
          {t(words.save)}
        </Button>
      </div>
    </form>
  );
}

/** The details on the viewer's receipts, as a payer and as a seller. */
export function BillingForm() {
  const { status, data: details, message, retry } = useLoading(loadBilling);
  return (
    <Card title={t(texts.title)}>
      {status === 'loading' && (
        <>
          <LoadingNote hidesRest />
          <Skeleton shape="text" lines={3} />
        </>
      )}
      {status === 'failed' && <ErrorState message={message} onRetry={retry} />}
      {details && <Fields details={details} />}
    </Card>
  );
}
