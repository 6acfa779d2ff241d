import { createTransport } from 'nodemailer';
import { isLocalUrl } from '#config/reachable.ts';
import { type Mail, toMessage } from './mail.ts';

const TIMEOUT_MS = 15_000;

/** Whether a mail server is on this machine, or has a name without dots, as between containers. */
export const isNear = (smtpUrl: string): boolean => isLocalUrl(smtpUrl) || !/[.:]/.test(new URL(smtpUrl).hostname);

/**
 * Waits for the library, and says what to do about a server without TLS. That error does not contain the server's
 * response to STARTTLS, which could count as a refusal of the recipient's address.
 */
async function explained(work: Promise<unknown>): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (!(error instanceof Error && 'command' in error && error.command === 'STARTTLS')) throw error;
    const advice = 'the mail server did not start TLS; one without it needs ?requireTLS=false at the end of SMTP_URL';
    throw new Error(advice, { cause: error });
  }
}

/**
 * Sends mail through the server at an `smtp://` or `smtps://` address. Connections to other machines have to be
 * encrypted, because mails contain codes and links that sign in, unless the address has `?requireTLS=false`, or
 * `?ignoreTLS=true`, which never encrypts.
 */
export function createSmtpMail(smtpUrl: string, from: string): Mail {
  const transport = createTransport(
    {
      url: smtpUrl,
      requireTLS: !isNear(smtpUrl) && new URL(smtpUrl).searchParams.get('ignoreTLS') !== 'true',
      pool: true,
      maxConnections: 2,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
    },
    { from },
  );
  return {
    send: (written) => explained(transport.sendMail(toMessage(written))),
    check: () => explained(transport.verify()),
    close: () => transport.close(),
  };
}
