/** The frame of mails about notifications, as text and as HTML that matches the product in light and dark mode. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { escapeHtml } from '#platform/escape-html.ts';
import type { MailMessage } from '#platform/mail/mail.ts';
import { LOGO_PLACE } from '#platform/mail/with-logo.ts';
import { english } from '#texts/english.ts';

const texts = defineMessages('notificationMail.letter', {
  greeting: 'Hello {name},',
  settings: 'Choose which emails you get',
});

/**
 * A row with a link. `facts` is what the product states about it, `quote` what a member wrote. The title is the
 * product's text, unless it is `written` by a member, in any script.
 */
export type Row = { title: string; path: string; written?: boolean; facts?: string; quote: string | null };

/** Rows with an optional heading and lines below them. */
export type Section = { heading: WrittenText | null; rows: readonly Row[]; below: readonly WrittenText[] };

export type Letter = {
  to: string;
  subject: WrittenText;
  /** The recipient's name. */
  name: string;
  appName: string;
  /** The origin of the site. */
  origin: string;
  lead: WrittenText;
  sections: readonly Section[];
  button: { label: WrittenText; path: string };
  why: WrittenText;
  unsubscribe: { label: WrittenText; url: string };
  messageId: string;
};

/**
 * The dark colours of `web/src/ui/styles/tokens.css`. The light ones are inline, for mail clients without style sheets.
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
const LAMP = 'color:#9a5505';
const BUTTON =
  'display:inline-block;background:#ed9e2f;color:#1a1f2e;font-weight:600;padding:9px 16px;border-radius:6px;' +
  'text-decoration:none';

const SETTINGS_PATH = '/Settings?tab=notification';

const mutedLine = (line: string, margin: string, more = ''): string =>
  `<p class="muted" ${more}style="margin:${margin};${MUTED}">${escapeHtml(line)}</p>`;

function writeRow({ title, path, written, facts, quote }: Row, origin: string, index: number): string {
  const border = index === 0 ? '' : 'border-top:1px solid #e4e1db;';
  return [
    `<div class="row" style="${border}padding:14px 0">`,
    `<p ${written ? 'dir="auto" ' : ''}style="margin:0">`,
    link(`${origin}${path}`, title, 'ink', `${INK};font-weight:600;text-decoration:none`),
    '</p>',
    facts ? mutedLine(facts, '4px 0 0') : '',
    quote ? mutedLine(quote, '4px 0 0', 'dir="auto" ') : '',
    '</div>',
  ].join('');
}

function writeSection({ heading, rows, below }: Section, origin: string): string {
  const title = heading
    ? `<h2 class="lamp" style="margin:22px 0 0;${LAMP};font-size:17px;font-weight:700">${escapeHtml(heading)}</h2>`
    : '';
  return [
    title,
    ...rows.map((row, index) => writeRow(row, origin, index)),
    ...below.map((line) => mutedLine(line, '0 0 14px')),
  ].join('');
}

function writeHtml({ name, appName, origin, lead, sections, button, why, unsubscribe }: Letter): string {
  const small = `${MUTED};text-decoration:underline`;
  const page =
    `margin:0;padding:24px 12px;background:#fcfaf6;${INK};${FONT};font-size:15px;line-height:1.5;` +
    'overflow-wrap:anywhere';
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
    `<p style="margin:0 0 6px">${escapeHtml(lead)}</p>`,
    ...sections.map((section) => writeSection(section, origin)),
    '<p style="margin:10px 0 0">',
    link(`${origin}${button.path}`, button.label, 'button', BUTTON),
    '</p></div>',
    `<p class="muted" style="margin:16px 4px 0;${MUTED};font-size:13px">`,
    `${escapeHtml(why)}<br>`,
    link(`${origin}${SETTINGS_PATH}`, english(texts.settings), 'muted', small),
    ' · ',
    link(unsubscribe.url, unsubscribe.label, 'muted', small),
    '</p></div></body></html>',
  ].join('');
}

const rowText = ({ title, path, facts, quote }: Row, origin: string): string =>
  [title, ...(facts ? [facts] : []), ...(quote ? [`> ${quote}`] : []), `${origin}${path}`].join('\n');

function writeText({ name, origin, lead, sections, button, why, unsubscribe }: Letter): string {
  return [
    english(texts.greeting, { name }),
    lead,
    ...sections.flatMap(({ heading, rows, below }) => [
      ...(heading ? [`${heading}\n${'-'.repeat(heading.length)}`] : []),
      ...rows.map((row) => rowText(row, origin)),
      ...below,
    ]),
    `${button.label}:\n${origin}${button.path}`,
    `-- \n${why}`,
    `${english(texts.settings)}:\n${origin}${SETTINGS_PATH}`,
    `${unsubscribe.label}:\n${unsubscribe.url}`,
  ].join('\n\n');
}

/** Writes the mail, with headers that let mail clients unsubscribe by themselves (RFC 8058). */
export function writeMail(letter: Letter): MailMessage {
  const { to, subject, unsubscribe, messageId } = letter;
  return {
    to,
    subject,
    text: writeText(letter),
    html: writeHtml(letter),
    essence: '',
    messageId,
    headers: {
      'List-Unsubscribe': `<${unsubscribe.url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}
