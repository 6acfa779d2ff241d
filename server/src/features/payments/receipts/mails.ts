/** The mails to a payer: a receipt for a completed payment, and a notice of a refund. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { formatPrice } from '@afterhours/contract/constants/webinars';
import { paragraph, writeLetter, writeLink } from '#platform/mail/letter.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { writeDay } from '#texts/times.ts';
import { selectPaymentForMail } from './list-queries.ts';

type Paid = NonNullable<Awaited<ReturnType<typeof selectPaymentForMail>>>;
/** `origin` is the product's address. */
type Site = { appName: string; origin: string };

/** Formats the start like "Thu, 24 Dec 2026, 18:30 UTC", in the host's time zone if it is known. */
function time({ starts_at, time_zone }: Paid): string | null {
  if (!starts_at) return null;
  const day = { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', timeZoneName: 'short' } as const;
  return new Intl.DateTimeFormat('en-GB', { ...day, ...clock, timeZone: time_zone ?? 'UTC' }).format(starts_at);
}

const texts = defineMessages('payments.mail', {
  receipt: 'Your receipt from {app}: {price}',
  receiptOpening: 'You joined a webinar on {app}.',
  refund: 'Your refund from {app}: {price}',
  refundOpening: 'Your payment was refunded. Depending on your bank, it takes a few days to arrive.',
  sandbox: 'This was the sandbox: no money moved.',
  webinar: 'Webinar: {title}',
  host: 'Host: {name}',
  starts: 'Starts: {time}',
  paid: 'Paid: {price} on {day}',
  refunded: 'Refunded: {price}',
  payment: 'Payment: {id}',
  all: 'Your payments: {link}',
  allLabel: 'Your payments',
});

type Content = { subject: WrittenText; opening: WrittenText; details: readonly WrittenText[] };

function letter(paid: Paid, { appName, origin }: Site, { subject, opening, details }: Content): MailMessage {
  const link = `${origin}/Settings?tab=payments`;
  const html = details.map((line) => paragraph(line, 'margin:0 0 4px'));
  const rows = {
    text: [...details, english(texts.all, { link })].join('\n'),
    html: [...html, writeLink(link, english(texts.allLabel)).html].join(''),
  };
  const sandbox = paid.provider === 'sandbox' ? [english(texts.sandbox)] : [];
  const to = { to: paid.payer_email, name: paid.payer_name, appName };
  return { to: to.to, subject, ...writeLetter(to, [opening, ...sandbox], rows), essence: subject };
}

const webinar = (paid: Paid): WrittenText => english(texts.webinar, { title: paid.title ?? paid.description });

/** Writes the receipt of a completed payment. */
function receiptMail(paid: Paid, site: Site): MailMessage {
  const app = site.appName;
  const price = formatPrice(paid);
  const starts = time(paid);
  return letter(paid, site, {
    subject: english(texts.receipt, { app, price }),
    opening: english(texts.receiptOpening, { app }),
    details: [
      webinar(paid),
      ...(paid.host_name === null ? [] : [english(texts.host, { name: paid.host_name })]),
      ...(starts === null ? [] : [english(texts.starts, { time: starts })]),
      english(texts.paid, { price, day: writeDay(paid.created_at, paid.payer_zone) }),
      english(texts.payment, { id: paid.id }),
    ],
  });
}

/** Writes the notice of a refund. */
function refundMail(paid: Paid, site: Site): MailMessage {
  const price = formatPrice(paid);
  return letter(paid, site, {
    subject: english(texts.refund, { app: site.appName, price }),
    opening: english(texts.refundOpening),
    details: [webinar(paid), english(texts.refunded, { price }), english(texts.payment, { id: paid.id })],
  });
}

/** Mails the payer at their account's own address. Does nothing if the account is gone. */
export async function sendPaymentMail(
  { db, mail, config, community }: Services,
  { paymentId, about }: { paymentId: string; about: 'receipt' | 'refund' },
): Promise<void> {
  const paid = await selectPaymentForMail(db, paymentId);
  if (!paid) return;
  const site = { appName: community.name(), origin: config.publicUrl };
  await mail.send(about === 'receipt' ? receiptMail(paid, site) : refundMail(paid, site));
}
