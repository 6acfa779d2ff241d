import { escapeHtml } from '../escape-html.ts';
import type { Mail } from './mail.ts';

/** The picture above each mail's text. */
export type MailLogo = { address: string; width: number; height: number };

/** Marks the place of the logo in a complete HTML page; in other messages it comes first. */
export const LOGO_PLACE = '<!-- logo -->';

/** Wraps `mail` so that messages begin with the current logo, if there is one. */
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
