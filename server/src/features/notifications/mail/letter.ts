/** The mail about notifications: as text, and as HTML that looks like the product, in light and in dark. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import type { Notification } from '@afterhours/contract/notifications';
import { escapeHtml } from '#platform/escape-html.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { LOGO_PLACE } from '#platform/mail/with-logo.ts';
import { english } from '#texts/english.ts';
import { quote } from '../quote.ts';

const texts = defineMessages('notificationMail.letter', {
  greeting: 'Hello {name},',
  one: '{what} – {app}',
  subject: '{n, plural, one {# new notification} other {# new notifications}} – {app}',
  lead: '{n, plural, one {This is new for you:} other {These are new for you:}}',
  more: '{n, plural, one {and # more} other {and # more}}',
  see: 'See all notifications',
  why: 'You get this mail because you asked {app} to mail you about it.',
  unsubscribe: 'No more mails about notifications',
  settings: 'Choose what is mailed',
});

export type Written = {
  to: string;
  name: string;
  appName: string;
  /** The address of the site. */
  origin: string;
  views: readonly Notification[];
  /** How many there are, with those that are not shown. */
  count: number;
  /** Whether the mail may contain what members write to each other in private. */
  messageText: boolean;
  unsubscribeUrl: string;
  messageId: string;
};

/**
 * The dark colours of `web/src/ui/styles/tokens.css`. The light ones are inline, for mail programs without style
 * sheets.
 */
const DARK = `
.page{background:#10131d !important;color:#f1eee7 !important}
.card{background:#1a1e29 !important;border-color:#2f333d !important}
.row{border-color:#2f333d !important}
.ink{color:#f1eee7 !important}
.muted{color:#a4a7b1 !important}
.lamp{color:#efb055 !important}`;

const FONT = "font-family:'Instrument Sans',system-ui,-apple-system,'Segoe UI',sans-serif";

const link = (href: string, label: string, name: string, style: string): string =>
  `<a class="${name}" href="${escapeHtml(href)}" style="${style}">${escapeHtml(label)}</a>`;

const INK = 'color:#1a1f2e';
const MUTED = 'color:#595d69';

function writeRow(view: Notification, { origin, messageText }: Written, place: number): string {
  const quoted = quote(view, messageText);
  const title = link(`${origin}${view.link}`, view.content, 'ink', `${INK};font-weight:600;text-decoration:none`);
  const border = place === 0 ? '' : 'border-top:1px solid #e4e1db;';
  const said = quoted ? `<p class="muted" dir="auto" style="margin:4px 0 0;${MUTED}">${escapeHtml(quoted)}</p>` : '';
  const heading = `<p style="margin:0">${title}</p>`;
  return `<div class="row" style="${border}padding:14px 0;overflow-wrap:anywhere">${heading}${said}</div>`;
}

/** What stands below the list, in both forms. */
const listMore = ({ views, count }: Written): WrittenText[] =>
  count > views.length ? [english(texts.more, { n: count - views.length })] : [];

function writeHtml(mail: Written): string {
  const { name, appName, origin, views, count, unsubscribeUrl } = mail;
  const more = listMore(mail).map(
    (line) => `<p class="muted" style="margin:0 0 14px;${MUTED}">${escapeHtml(line)}</p>`,
  );
  const small = `${MUTED};text-decoration:underline`;
  const page = `margin:0;padding:24px 12px;background:#fcfaf6;${INK};${FONT};font-size:15px;line-height:1.5`;
  return [
    '<!doctype html><html lang="en" dir="ltr"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    '<meta name="supported-color-schemes" content="light dark">',
    `<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${DARK}}</style></head>`,
    `<body class="page" style="${page}">`,
    '<div style="max-width:34rem;margin:0 auto">',
    LOGO_PLACE,
    `<p class="ink" style="margin:0 0 16px;${INK};font-size:18px;font-weight:600">${escapeHtml(appName)}</p>`,
    '<div class="card" style="background:#ffffff;border:1px solid #e4e1db;border-radius:12px;padding:20px">',
    `<p dir="auto" style="margin:0">${escapeHtml(english(texts.greeting, { name }))}</p>`,
    `<p style="margin:0 0 6px">${escapeHtml(english(texts.lead, { n: count }))}</p>`,
    ...views.map((view, place) => writeRow(view, mail, place)),
    ...more,
    '<p style="margin:10px 0 0">',
    link(
      `${origin}/Notification`,
      english(texts.see),
      'button',
      'display:inline-block;background:#ed9e2f;color:#1a1f2e;font-weight:600;padding:9px 16px;border-radius:6px;' +
        'text-decoration:none',
    ),
    '</p></div>',
    `<p class="muted" style="margin:16px 4px 0;${MUTED};font-size:13px">`,
    `${escapeHtml(english(texts.why, { app: appName }))}<br>`,
    link(`${origin}/Settings?tab=notification`, english(texts.settings), 'muted', small),
    ' · ',
    link(unsubscribeUrl, english(texts.unsubscribe), 'muted', small),
    '</p></div></body></html>',
  ].join('');
}

function writeText(mail: Written): string {
  const { name, appName, origin, views, count, messageText, unsubscribeUrl } = mail;
  const rows = views.map((view) => {
    const quoted = quote(view, messageText);
    return [view.content, ...(quoted ? [`> ${quoted}`] : []), `${origin}${view.link}`].join('\n');
  });
  return [
    english(texts.greeting, { name }),
    english(texts.lead, { n: count }),
    ...rows,
    ...listMore(mail),
    `${english(texts.see)}:\n${origin}/Notification`,
    `-- \n${english(texts.why, { app: appName })}`,
    `${english(texts.settings)}:\n${origin}/Settings?tab=notification`,
    `${english(texts.unsubscribe)}:\n${unsubscribeUrl}`,
  ].join('\n\n');
}

/** Writes the mail, which mail programs can unsubscribe from by themselves (RFC 8058). */
export function notificationMail(mail: Written): MailMessage {
  const { to, appName, views, count, unsubscribeUrl, messageId } = mail;
  const [only] = views;
  const subject =
    only && count === 1
      ? english(texts.one, { what: only.content, app: appName })
      : english(texts.subject, { n: count, app: appName });
  return {
    to,
    subject,
    text: writeText(mail),
    html: writeHtml(mail),
    essence: '',
    messageId,
    headers: {
      'List-Unsubscribe': `<${unsubscribeUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      'Auto-Submitted': 'auto-generated',
    },
  };
}
