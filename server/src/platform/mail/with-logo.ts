import { escapeHtml } from '../escape-html.ts';
import type { Mail } from './mail.ts';

/** A picture above the text of each mail. */
export type MailLogo = { address: string; width: number; height: number };

/** Where a whole page of HTML has the logo; it comes first in other messages. */
export const LOGO_PLACE = '<!-- logo -->';

/** Returns mail whose messages begin with the present logo, where there is one. */
export function withLogo(mail: Mail, findLogo: () => MailLogo | null): Mail {
  const check = mail.check?.bind(mail);
  return {
    send(message) {
      const logo = findLogo();
      if (!logo) return mail.send(message);
      const { address, width, height } = logo;
      const picture =
        `<p style="margin:0 0 24px"><img src="${escapeHtml(address)}" width="${width}" height="${height}" alt="" ` +
        'style="display:block"></p>';
      const html = message.html.includes(LOGO_PLACE)
        ? message.html.replace(LOGO_PLACE, () => picture)
        : picture + message.html;
      return mail.send({ ...message, html });
    },
    ...(check ? { check } : {}),
    close: () => mail.close(),
  };
}
