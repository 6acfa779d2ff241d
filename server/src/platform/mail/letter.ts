/** The body of a mail, as text and as HTML: a greeting, paragraphs, and an action after the first. */
import { defineMessages, type WrittenText } from '@afterhours/contract/base/message';
import { english } from '#texts/english.ts';
import { escapeHtml } from '../escape-html.ts';

const texts = defineMessages('mail', { hello: 'Hello,', helloName: 'Hello {name},' });

/** The receiver: `name` is null for unconfirmed addresses, which are sent nothing that a member wrote. */
export type Letter = { to: string; name: string | null; appName: string };

/** A long word of a member does not make the mail wider than a phone. */
const LOOK = 'font:16px/1.5 sans-serif;color:#22253a;max-width:34rem;overflow-wrap:anywhere';

/** One paragraph of HTML; `style` is added to the usual one. */
export const paragraph = (line: string, style = ''): string =>
  `<p style="margin:0 0 16px;${style}">${escapeHtml(line)}</p>`;

/** A link as the action of a mail. */
export const writeLink = (link: string, label: string) => ({
  text: link,
  html: `<p style="margin:0 0 16px"><a href="${link}">${escapeHtml(label)}</a></p>`,
});

/** Writes the mail. `action` comes after the first of `lines`. */
export function writeLetter(
  { name, appName }: Letter,
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
    html: `<div style="${LOOK}">${html.join('')}</div>`,
  };
}
