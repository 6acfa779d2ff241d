/** A mail's body, as text and as HTML: a greeting and paragraphs, with an action after the first. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { english } from '#texts/english.ts';
import { escapeHtml } from '../escape-html.ts';

const texts = defineMessages('mail', { hello: 'Hello,', helloName: 'Hello {name},' });

/** The recipient. `name` is null for unconfirmed addresses, which receive nothing that a member wrote. */
export type Recipient = { to: string; name: string | null; appName: string };

/**
 * A member's long word must not make the mail wider than a phone. Without colours, because mail clients with a dark
 * mode choose their own background.
 */
const LOOK = 'font:16px/1.5 sans-serif;max-width:34rem;overflow-wrap:anywhere';

/** Returns one paragraph of HTML, with the line breaks that a member typed; `style` is added to the usual one. */
export const paragraph = (line: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(line).replaceAll(/\r?\n/g, '<br>')}</p>`;

/** Returns a link as a mail's action, a little apart from lines of facts above it. */
export const writeLink = (link: string, label: string) => ({
  text: link,
  html: `<p style="margin:12px 0 16px"><a href="${link}">${escapeHtml(label)}</a></p>`,
});

/** Writes the mail. `action` comes after the first of `lines`. */
export function writeLetter(
  { name, appName }: Recipient,
  lines: readonly WrittenText[],
  action?: { html: string; text: string },
): { text: string; html: string } {
  const [opening = '', ...rest] = lines;
  const greeting = name === null ? english(texts.hello) : english(texts.helloName, { name });
  const html = [
    paragraph(greeting),
    paragraph(opening),
    action?.html ?? '',
    ...[...rest, appName].map((line) => paragraph(line)),
  ];
  return {
    text: [greeting, opening, ...(action ? [action.text] : []), ...rest, appName].join('\n\n'),
    // A mail program from right to left would otherwise set the text in its own direction.
    html: `<div lang="en" dir="ltr" style="${LOOK}">${html.join('')}</div>`,
  };
}
