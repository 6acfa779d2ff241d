/** The server's environment: consistent settings, free disk space, a mail server. */
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isLocalUrl, isReachable } from '#config/reachable.ts';
import { createSmtpMail } from '#platform/mail/smtp-mail.ts';
import { deleteOldFiles, listOldFiles, temporaryFolder } from '#platform/temporary-files.ts';
import { isDemoOpen } from '#start/demo-sign-in.ts';
import { counted } from '#texts/counted.ts';
import { OLDEST_NODE } from '#version.ts';
import { type Check, type Finding, fail, messageOf, ok, warn } from './finding.ts';

type DiskLimits = { scarceBytes: number; noneBytes: number };
/** Disk space needed for a database and uploads. */
const LIMITS_FOR_ALL: DiskLimits = { scarceBytes: 2_000_000_000, noneBytes: 200_000_000 };
/** Disk space needed for uploads on their way to another store. */
const LIMITS_FOR_PASSING: DiskLimits = { scarceBytes: 200_000_000, noneBytes: 50_000_000 };

export const checkSettings: Check = {
  name: 'Settings',
  async run({ config, db }) {
    const findings: Finding[] = config.unknownSettings.map((text) =>
      warn(text, 'Correct or remove it in .env or in the environment of the process.'),
    );
    const isPublic = !isLocalUrl(config.publicUrl);
    if (isPublic && config.publicUrl.startsWith('http:')) {
      findings.push(
        warn(
          `PUBLIC_URL is ${config.publicUrl}: passwords cross the network unencrypted`,
          'Put a proxy with TLS in front, and set PUBLIC_URL to its https address.',
        ),
      );
    }
    if (isPublic && config.mail.from.endsWith('<no-reply@localhost>')) {
      findings.push(
        warn('MAIL_FROM is not set: most servers reject mail from localhost', 'Set it to an address in your domain.'),
      );
    }
    if (isReachable(config) && (await isDemoOpen(db).catch(() => false))) {
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
          'uploads are in a folder on this machine, but the database is elsewhere',
          'Several servers need a store that all of them can reach: S3_*, or a shared DATA_DIR.',
        ),
      );
    }
    return findings.length > 0 ? findings : [ok('all settings are valid and consistent')];
  },
};

export const checkNode: Check = {
  name: 'Node',
  async run() {
    const { node } = process.versions;
    if (node.localeCompare(OLDEST_NODE, 'en', { numeric: true }) >= 0) return [ok(`the doctor runs on ${node}`)];
    return [
      warn(
        `${node} has known vulnerabilities`,
        `Run the servers on Node ${OLDEST_NODE} or later. npm has none for macOS: install it from nodejs.org. ` +
          'npm start then uses it.',
      ),
    ];
  },
};

/** Returns why a folder cannot be written to, or null if it can. */
async function tryWriting(folder: string): Promise<string | null> {
  const file = path.join(folder, `.doctor-${process.pid}`);
  return writeFile(file, '')
    .then(() => rm(file))
    .then(() => null, messageOf);
}

export const checkDisk: Check = {
  name: 'Disk',
  async run({ config }) {
    const { bavail, bsize, blocks } = await statfs(config.dataDir);
    const free = bavail * bsize;
    const text =
      `${(free / 1_000_000_000).toFixed(1)} of ${((blocks * bsize) / 1_000_000_000).toFixed(1)} GB are ` +
      `free for ${config.dataDir}`;
    const advice = 'Free some space, or use a larger disk: writes fail when it is full.';
    const { scarceBytes, noneBytes } = config.s3 && config.databaseUrl ? LIMITS_FOR_PASSING : LIMITS_FOR_ALL;
    const room = free < noneBytes ? fail(text, advice) : free < scarceBytes ? warn(text, advice) : ok(text);
    const refused = await tryWriting(config.dataDir);
    if (refused === null) return [room];
    return [
      room,
      fail(
        `${config.dataDir} is not writable: ${refused}`,
        "Uploads pass through it: make the server's user its owner.",
      ),
    ];
  },
};

export const checkTemporary: Check = {
  name: 'Received files',
  async run({ config, repair }) {
    const folder = temporaryFolder(config);
    const old = await listOldFiles(folder);
    if (old.length === 0) return [ok('no file was left behind')];
    const bytes = old.reduce((sum, file) => sum + file.bytes, 0);
    const left = `${counted(old.length, 'file', 'files')}, ${(bytes / 1_000_000).toFixed(1)} MB, left in ${folder}`;
    if (repair) {
      await deleteOldFiles(folder);
      return [ok(`${left}: removed`)];
    }
    return [warn(left, 'A running server removes them, as does npm run doctor -- --repair.')];
  },
};

export const checkMail: Check = {
  name: 'Mail',
  async run({ config }) {
    if (!config.mail.smtpUrl) {
      return isLocalUrl(config.publicUrl)
        ? [ok('is written to files, as SMTP_URL is not set')]
        : [warn('SMTP_URL is not set: mail is written to files that nobody receives', 'Set it to a mail server.')];
    }
    const { host } = new URL(config.mail.smtpUrl);
    const mail = createSmtpMail(config.mail.smtpUrl, config.mail.from);
    try {
      await mail.check?.();
      return [ok(`${host} accepts mail`)];
    } catch (error) {
      return [
        fail(
          `${host} does not accept mail: ${messageOf(error)}`,
          'Check SMTP_URL; until then, mails wait and are retried.',
        ),
      ];
    } finally {
      mail.close();
    }
  },
};
