import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config/config.ts';
import { isLocalUrl } from '../config/reachable.ts';
import { isWatched } from '../log/log.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { createOutboxMail } from '../platform/mail/outbox-mail.ts';
import { createSmtpMail } from '../platform/mail/smtp-mail.ts';

/** Returns the configured mail server or, without one, a folder for mails as files. */
export async function createMail(config: Config, log: FastifyInstance['log']): Promise<Mail> {
  if (config.mail.smtpUrl) return createSmtpMail(config.mail.smtpUrl, config.mail.from);
  return createOutboxMail({
    folder: path.join(config.dataDir, 'outbox'),
    from: config.mail.from,
    // Codes and links are logged only for the user at this machine's own terminal.
    showsSecrets: isWatched() && isLocalUrl(config.publicUrl),
    onMessage: (line) => log.info(line),
  });
}
