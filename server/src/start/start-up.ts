/** The checks before startup and the notes after it: ports, warnings, the demo community, migrations. */
import { once } from 'node:events';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { App } from '#app.ts';
import type { Config } from '#config/config.ts';
import { isLocalUrl, isReachable } from '#config/reachable.ts';
import type { Db } from '#db/connection/pool.ts';
import type { Database } from '#db/schema/schema.ts';
import { explainListenError } from '#platform/listen-error.ts';
import type { Mail } from '#platform/mail/mail.ts';
import { explainFolder } from '#platform/start-error.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Services } from '#services.ts';
import { decideDemo } from './demo-marker.ts';
import { closeDemo, openDemoSignIn, type SignIn } from './demo-sign-in.ts';
import { requireSecondFactors } from './first-owner.ts';
import { giveBackMemory } from './give-back-memory.ts';

type Print = (line: string) => void;

/** Fills an empty database with the demo community; returns how to sign in to it. */
export type FillDemo = (
  services: Pick<Services, 'db' | 'storage' | 'config'>,
  options: { onProgress: Print },
) => Promise<SignIn>;

/** Throws StartError if the server cannot listen on the address; called before the database is started and filled. */
export async function requireListenable({ host, port, role }: Config): Promise<void> {
  if (role === 'worker' || port === 0) return;
  const server = createServer().listen(port, host);
  try {
    await once(server, 'listening');
  } catch (error) {
    throw explainListenError(error, ['HOST', host], ['PORT', port]) ?? error;
  }
  server.close();
  await once(server, 'close');
}

/** Throws StartError if the data folder cannot take uploads, even if they are finally stored elsewhere. */
export async function requireWritable({ dataDir }: Config): Promise<void> {
  await explainFolder(dataDir, async () => {
    await mkdir(dataDir, { recursive: true });
    const file = path.join(dataDir, `.start-${process.pid}`);
    await writeFile(file, '');
    await rm(file);
  });
}

/** Warns about settings that are allowed but rarely intended. */
export function listWarnings(config: Config): string[] {
  const reachable = isReachable(config);
  const found: [boolean, string][] = [
    [reachable && config.rateLimitFactor === 0, 'RATE_LIMIT_FACTOR is 0: nothing limits guessing and flooding.'],
    [
      !isLocalUrl(config.publicUrl) && config.mail.smtpUrl === null,
      'SMTP_URL is not set: mail is written to files that nobody receives.',
    ],
    [
      config.mail.smtpUrl !== null && config.mail.from.endsWith('<no-reply@localhost>'),
      'MAIL_FROM is not set: most servers reject mail from localhost.',
    ],
    [
      !isLocalUrl(config.publicUrl) && config.publicUrl.startsWith('http:'),
      `PUBLIC_URL is ${config.publicUrl}: passwords cross the network unencrypted.`,
    ],
  ];
  const lines = found.filter(([applies]) => applies).map(([, line]) => line);
  return [...config.unknownSettings, ...lines].map((line) => `Warning: ${line}`);
}

type Companions = { config: Config; db: Db; mail: Pick<Mail, 'check'>; storage: Pick<Storage, 'size' | 'list'> };

const LATEST_UPLOADS = 5;

/** Whether the store has none of the latest files that members use. Rejects if the store cannot be used. */
async function lacksUploads({ config, db, storage }: Companions): Promise<boolean> {
  // Even an empty page shows that the bucket exists; the size of a file that is missing does not.
  if (config.s3) await storage.list()[Symbol.asyncIterator]().next();
  const latest = await db
    .selectFrom('uploads')
    .select(['folder', 'filename'])
    .where('used_at', 'is not', null)
    .orderBy('id', 'desc')
    .limit(LATEST_UPLOADS)
    .execute();
  const sizes = await Promise.all(latest.map(({ folder, filename }) => storage.size(`${folder}/${filename}`)));
  return sizes.length > 0 && sizes.every((size) => size === null);
}

/**
 * Warns about a mail server or a file store that does not work, or that other servers do not share. The server can
 * start without them and does not wait for this; both are tried again when they are needed.
 */
export async function warnOfCompanions(companions: Companions, print: Print): Promise<void> {
  const { config, mail } = companions;
  const messageOf = (error: unknown): string => {
    if (!(error instanceof Error)) return String(error);
    return error.cause instanceof Error ? `${error.message} (${error.cause.message})` : error.message;
  };
  const [mailed, stored] = await Promise.allSettled([mail.check?.(), lacksUploads(companions)]);
  if (mailed.status === 'rejected')
    print(
      `Warning: the mail server of SMTP_URL does not accept mail: ${messageOf(mailed.reason)}. ` +
        'Mails wait and are retried.',
    );
  const store = config.s3?.endpoint ?? config.dataDir;
  if (stored.status === 'rejected')
    print(`Warning: the file store at ${store} cannot be used: ${messageOf(stored.reason)}.`);
  else if (stored.value)
    print(
      'Warning: the latest files of members are not in the file store. Servers that share a database also need a ' +
        'common store: S3_*, or one folder.',
    );
}

/** Returns lines about the migrations that this start has applied; none if there was nothing to do. */
export function describeMigrations(applied: readonly string[]): string[] {
  if (applied.length === 0) return [];
  if (applied[0] === '0001-members') return ['The database has been prepared.'];
  return [`The database has been brought up to date: ${applied.join(', ')}.`];
}

/** Creates the demo community if it is wanted; returns the lines that explain how to sign in to it. */
export async function prepareDemo(
  app: App,
  db: Kysely<Database>,
  config: Config,
  options: { empty: boolean; demo: boolean; fillDemo?: FillDemo },
  print: Print,
): Promise<string[]> {
  const format = ({ email, password }: SignIn) => `${email}  password: ${password}`;
  if (isReachable(config)) await requireSecondFactors(db);
  const closed = await closeDemo(db, config);
  if (closed)
    return [`Others can reach this site, so the demo member has a new password, shown once: ${format(closed)}`];
  const { fillDemo } = options;
  const wanted = fillDemo !== undefined && (options.demo || config.databaseUrl === null);
  const describe = (signIn: SignIn | null) => (signIn ? [`Sign in as the demo member: ${format(signIn)}`] : []);
  if (!wanted || !(await decideDemo(db, { ...options, reachable: isReachable(config) })))
    return describe(await openDemoSignIn(db, config));
  const signIn = await fillDemo(app.services, { onProgress: print });
  giveBackMemory();
  return describe(signIn);
}

/** Reports the metrics' port if it is not the configured one. */
export function describeMetrics(metrics: { address(): AddressInfo | string | null }, configured: number): string[] {
  const { port } = metrics.address() as AddressInfo;
  if (port === configured) return [];
  return [`${configured === 0 ? '' : `Port ${configured} is taken. `}Metrics are on port ${port}.`];
}
