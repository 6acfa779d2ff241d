import { defineMessages } from '@afterhours/contract/base/message';
import { sandboxCardBody, sandboxCards } from '@afterhours/contract/payments/payments';
import { useEffect } from 'react';
import { useForm } from '#lib/forms/use-form.ts';
import { t } from '#lib/text/translate.ts';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { makeSandboxToken } from '../payment-commands.ts';
import type { TokenResult } from '../use-payment.ts';
import { PayActions } from './pay-actions.tsx';
import styles from './pay-dialog.module.css';

const texts = defineMessages('payments.card', {
  sandbox: 'Sandbox: no money moves',
  number: 'Card number',
  expires: 'Expires (MM/YY)',
  cvc: 'CVC',
  testCards: 'Test cards, with any later date and any CVC:',
});

export type CardFormProps = {
  /** The price, as the button shows it. */
  price: string;
  processing: boolean;
  onPay: (makeToken: () => Promise<TokenResult>) => Promise<void>;
  onCancel: () => void;
};

const grouped = (number: string): string => number.replace(/(\d{4})(?=\d)/g, '$1 ');

/** The card form if no provider is configured. It accepts only test cards; no other number leaves the browser. */
export function SandboxForm({ price, processing, onPay, onCancel }: CardFormProps) {
  const { form, field, setValue, onSubmit } = useForm({
    initial: { number: '', exp: '', cvc: '' },
    schema: sandboxCardBody,
    submit: async (card) => {
      await onPay(async () => {
        const token = await makeSandboxToken(card);
        return token.ok ? { ok: true, id: token.body.id } : { ok: false, message: token.message };
      });
      return undefined;
    },
  });
  // The dialog opens before the form is loaded, so the form takes the focus itself.
  useEffect(() => form.current?.querySelector('input')?.focus(), [form]);
  const fill = (number: string) => {
    setValue('number', grouped(number));
  };
  return (
    <form ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
      <Banner tone="lamp">{t(texts.sandbox)}</Banner>
      <TextField {...field('number')} label={t(texts.number)} inputMode="numeric" autoComplete="off" required />
      <div className={styles.pair}>
        <TextField {...field('exp')} label={t(texts.expires)} placeholder="12/34" autoComplete="off" required />
        <TextField {...field('cvc')} label={t(texts.cvc)} inputMode="numeric" autoComplete="off" required />
      </div>
      <div>
        <p className={styles.note}>{t(texts.testCards)}</p>
        <ul className={styles.cards}>
          {sandboxCards.map(({ number, says }) => (
            <li key={number}>
              <button type="button" className={styles.card} onClick={() => fill(number)}>
                <bdi dir="ltr">{grouped(number)}</bdi>
              </button>{' '}
              {t(says)}
            </li>
          ))}
        </ul>
      </div>
      <PayActions price={price} processing={processing} onCancel={onCancel} />
    </form>
  );
}
