/** The mails to a payer: a receipt for a completed payment, and a notice of a refund. */
import { formatPrice } from '@afterhours/contract/webinar-price';
import { paragraph, writeLetter } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Services } from '#services.ts';
import { selectPaymentForMail } from './list-queries.ts';

type Paid = NonNullable<Awaited<ReturnType<typeof selectPaymentForMail>>>;
type Site = { appName: string; origin: string };

/** "$10.00" */
/** "Thu, 24 Dec 2026, 18:30 UTC", in the host's time zone where it is known. */
function time({ starts_at, time_zone }: Paid): string | null {
  if (!starts_at) return null;
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...day, ...clock, timeZone: time_zone ?? 'UTC' }).format(starts_at);
}

function letter(
  paid: Paid,
  appName: string,
  subject: string,
  opening: string,
  rows: [string, string | null][],
): MailMessage {
  const known = rows.filter((row): row is [string, string] => row[1] !== null);
  const details = {
    text: known.map(([name, value]) => `${name}: ${value}`).join('\n'),
    html: known.map(([name, value]) => paragraph(`${name}: ${value}`, 'margin:0 0 4px')).join(''),
  };
  const sandbox = paid.provider === 'sandbox' ? ['This was the sandbox: no money moved.'] : [];
  const to = { to: paid.payer_email, name: paid.payer_name, appName };
  return { to: to.to, subject, ...writeLetter(to, [opening, ...sandbox], details), essence: subject };
}

/** The receipt of a completed payment. `origin` is the product's address. */
function receiptMail(paid: Paid, { appName, origin }: Site): MailMessage {
  return letter(
    paid,
    appName,
    `Your receipt from ${appName}: ${formatPrice(paid)}`,
    `You joined a webinar on ${appName}.`,
    [
      ['Webinar', paid.title ?? paid.description],
      ['Host', paid.host_name],
      ['Starts', time(paid)],
      ['Paid', `${formatPrice(paid)} on ${paid.created_at.toISOString().slice(0, 10)}`],
      ['Payment', paid.id],
      ['Your payments', `${origin}/Settings?tab=payments`],
    ],
  );
}

/** The notice of a refund. */
function refundMail(paid: Paid, { appName, origin }: Site): MailMessage {
  const opening = 'Your payment was refunded. Depending on your bank, it takes a few days to arrive.';
  return letter(paid, appName, `Your refund from ${appName}: ${formatPrice(paid)}`, opening, [
    ['Webinar', paid.title ?? paid.description],
    ['Refunded', formatPrice(paid)],
    ['Payment', paid.id],
    ['Your payments', `${origin}/Settings?tab=payments`],
  ]);
}

/** Mails the payer at their account's own address; does nothing when the account is gone. */
export async function sendPaymentMail(
  { db, mail, config }: Services,
  { paymentId, about }: { paymentId: string; about: 'receipt' | 'refund' },
): Promise<void> {
  const paid = await selectPaymentForMail(db, paymentId);
  if (!paid) return;
  const site = { appName: config.appName, origin: config.publicUrl };
  await mail.send(about === 'receipt' ? receiptMail(paid, site) : refundMail(paid, site));
}
