/** What the server needs around it: settings that go together, room on the disk, somebody who takes its mail. */
import { statfs } from 'node:fs/promises';
import nodemailer from 'nodemailer';
import { isDemoOpen } from '#demo/sign-in.ts';
import { isLocalUrl, isReachable } from '#reachable.ts';
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts';

const MAIL_TIMEOUT_MS = 10_000;
const SCARCE_BYTES = 2_000_000_000;
const NONE_BYTES = 200_000_000;

export const checkSettings: Check = {
  name: 'Settings',
  async run({ config, db }) {
    const findings: Finding[] = [];
    const isPublic = !isLocalUrl(config.publicUrl);
    if (isPublic && config.publicUrl.startsWith('http:')) {
      findings.push(
        warn(
          `PUBLIC_URL is ${config.publicUrl}: passwords cross the network in clear`,
          'Put a proxy with TLS in front and name its https address.',
        ),
      );
    }
    if (isPublic && !config.mail.smtpUrl) {
      findings.push(warn('there is no SMTP_URL: mail goes into files that nobody gets', 'Name a mail server.'));
    }
    if (isPublic && config.mail.from.endsWith('<no-reply@localhost>')) {
      findings.push(
        warn('MAIL_FROM is not set: mail from localhost is refused by most', 'Name an address of your domain.'),
      );
    }
    if (isReachable(config) && (await isDemoOpen(db))) {
      findings.push(
        fail(
          "others can reach this site, and the demo member's password is published",
          'Restart the server: it gives the demo member another password.',
        ),
      );
    }
    if (config.rateLimitFactor === 0) {
      findings.push(warn('RATE_LIMIT_FACTOR is 0: nothing limits guessing and flooding', 'Set it to 1.'));
    }
    if (config.databaseUrl && !config.s3) {
      findings.push(
        warn(
          'uploads are in a folder of this machine, the database is elsewhere',
          'Several servers need a store that all reach: S3_*, or a shared DATA_DIR.',
        ),
      );
    }
    return findings.length > 0 ? findings : [ok('all settings are valid and go together')];
  },
};

export const checkDisk: Check = {
  name: 'Disk',
  async run({ config }) {
    const { bavail, bsize, blocks } = await statfs(config.dataDir);
    const free = bavail * bsize;
    const text = `${(free / 1_000_000_000).toFixed(1)} of ${((blocks * bsize) / 1_000_000_000).toFixed(1)} GB are free for ${config.dataDir}`;
    const advice = 'Free some, or give it a larger disk: writes are refused when it is full.';
    if (free < NONE_BYTES) return [fail(text, advice)];
    return [free < SCARCE_BYTES ? warn(text, advice) : ok(text)];
  },
};

export const checkMail: Check = {
  name: 'Mail',
  async run({ config }) {
    if (!config.mail.smtpUrl) return [ok('goes into files, as there is no SMTP_URL')];
    const { host } = new URL(config.mail.smtpUrl);
    const transport = nodemailer.createTransport({
      url: config.mail.smtpUrl,
      connectionTimeout: MAIL_TIMEOUT_MS,
      greetingTimeout: MAIL_TIMEOUT_MS,
      socketTimeout: MAIL_TIMEOUT_MS,
    });
    try {
      await transport.verify();
      return [ok(`${host} takes mail`)];
    } catch (error) {
      return [
        fail(
          `${host} takes no mail: ${messageOf(error)}`,
          'Check SMTP_URL; until then mails wait and are tried again.',
        ),
      ];
    } finally {
      transport.close();
    }
  },
};
