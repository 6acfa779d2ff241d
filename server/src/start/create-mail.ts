import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Config } from '../config.ts';
import { isWatched } from '../log.ts';
import type { Mail } from '../platform/mail/mail.ts';
import { createOutboxMail } from '../platform/mail/outbox-mail.ts';
import { createSmtpMail } from '../platform/mail/smtp-mail.ts';
import { isLocalUrl } from '../platform/reachable.ts';

/** Mails go to the mail server of the settings; without one they become files. */
export async function createMail(config: Config, log: FastifyInstance['log']): Promise<Mail> {
  if (config.mail.smtpUrl) return createSmtpMail(config.mail.smtpUrl, config.mail.from);
  return createOutboxMail({
    folder: path.join(config.dataDir, 'outbox'),
    from: config.mail.from,
    // Only the user of this machine's own terminal may read codes and links there.
    showsSecrets: isWatched() && isLocalUrl(config.publicUrl),
    onMessage: (line) => log.info(line),
  });
}
