import { createTransport } from 'nodemailer';
import { isLocalUrl } from '#config/reachable.ts';
import { type Mail, toMessage } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Whether a mail server is on this machine, or has a name without dots, as between containers. */
const isNear = (smtpUrl: string): boolean => isLocalUrl(smtpUrl) || !/[.:]/.test(new URL(smtpUrl).hostname);

/**
 * Sends mail through the server at an `smtp://` or `smtps://` address. Connections to other machines have to be
 * encrypted, because mails contain codes and links that sign in, unless the address has `?requireTLS=false`.
 */
export function createSmtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: !isNear(smtpUrl),
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from },
  );
  return {
    async send(written) {
      await transport.sendMail(toMessage(written));
    },
    async check() {
      await transport.verify();
    },
    close: () => transport.close(),
  };
}
