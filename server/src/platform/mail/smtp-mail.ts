import { createTransport } from 'nodemailer';
import { type Mail, toMessage } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Sends mail through the server at an `smtp://` or `smtps://` address. */
export function createSmtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport(
    { url: smtpUrl, pool: true, maxConnections: 2, connectionTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS },
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
