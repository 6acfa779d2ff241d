/** Builds the application from its settings and the outside world; main.ts runs it, tests build their own. */
import { setTimeout as delay } from 'node:timers/promises';
import { issueMessages } from '@afterhours/contract/base/issue-messages';
import type { FastifyInstance } from 'fastify';
import { config as zodConfig } from 'zod/mini';
import { createTouchedEverywhere } from './access/touched-everywhere.ts';
import { loadCommunity } from './community/community.ts';
import { findMailLogo } from './community/mail-logo.ts';
import type { Config } from './config/config.ts';
import { followClock } from './db/clock.ts';
import type { ConnectionSettings, DatabasePool } from './db/connection/pool.ts';
import { isUnreachable } from './db/connection/unreachable.ts';
import { loadContactKey } from './db/contact-hash.ts';
import { createDbNotifications } from './db/db-notifications.ts';
import { Events } from './db/events.ts';
import { createReplicas } from './db/replicas/replicas.ts';
import { createBinder } from './http/bind.ts';
import { createRawBinder } from './http/bind-raw.ts';
import { endSlowBodies } from './http/body/slow-bodies.ts';
import { watchRoutes } from './http/errors/unknown-routes.ts';
import type { FeatureContext } from './http/feature.ts';
import { shedLoad } from './http/gate/load-shedding.ts';
import { createAllowance, createCharge, createNetworkCounter, createTryCounter } from './http/gate/rate-limit.ts';
import { createSessions } from './http/gate/sessions.ts';
import { createWritePositions } from './http/gate/write-positions.ts';
import { addHealth, createHealth, type Health } from './http/observe/health.ts';
import { createMetrics, type Metrics } from './http/observe/metrics.ts';
import { createSecurityLog } from './http/observe/security-log.ts';
import { createDescribedPages } from './http/pages/described-pages.ts';
import { createPublicDocuments } from './http/pages/documents.ts';
import { describeSite } from './http/pages/site-heads.ts';
import { addWebPages } from './http/pages/web-pages.ts';
import { onRequestEnd } from './http/request-end.ts';
import { logRequest } from './log/log.ts';
import { createJobs } from './platform/jobs/pg-boss-jobs.ts';
import { createLinkPages } from './platform/link-pages/link-pages.ts';
import type { Mail } from './platform/mail/mail.ts';
import { withLogo } from './platform/mail/with-logo.ts';
import { withRefusals } from './platform/mail/with-refusals.ts';
import { createSandboxNotes } from './platform/payments/sandbox-notes.ts';
import { createSandboxPayments } from './platform/payments/sandbox-payments.ts';
import { createStripePayments } from './platform/payments/stripe-payments.ts';
import { createPictures, type Pictures } from './platform/pictures/pictures.ts';
import { createPushServices } from './platform/push/push-services.ts';
import { createRedis } from './platform/redis/redis.ts';
import { openStorage } from './platform/storage/open-storage.ts';
import { deleteOldFilesRegularly, temporaryFolder } from './platform/temporary-files.ts';
import { closeEndedSessions } from './realtime/ended-sessions.ts';
import { broadcastPositions } from './realtime/relay/broadcast-positions.ts';
import { createLinkStatus } from './realtime/relay/link-status.ts';
import { createRelay } from './realtime/relay/relay.ts';
import { createSerialQueue } from './realtime/relay/serial-queue.ts';
import { createRealtime } from './realtime/server.ts';
import type { Services } from './services.ts';
import { createMail } from './start/create-mail.ts';
import { addPlugins, createHttp } from './start/http-server.ts';
import { closeInTime, leaveInStages, type Stage } from './start/leaving.ts';
import { loadFeatures } from './start/load-features.ts';
import { openSecrets } from './start/secrets-key.ts';

zodConfig(issueMessages);

export type AppOptions = {
  config: Config;
  database: DatabasePool;
  /** The database's address, for parts with their own connections. */
  connection: ConnectionSettings;
  webFolder: string;
  /** Replaces the mail adapter; tests read the sent mails. */
  mail?: Mail;
  /** Replaces the process for pictures, which tests share. */
  pictures?: Pictures;
  /** Origins that receive the requests to these hosts of other sites: tests name their own servers here. */
  hostOverrides?: Readonly<Record<string, string>>;
  /** False disables scheduled jobs and repeated handlers; tests call them directly, so that none runs in between. */
  runSchedules?: boolean;
};

export type App = {
  http: FastifyInstance;
  services: Services;
  metrics: Metrics;
  health: Health;
  /** Connects to what it needs, and runs jobs if that is its role. */
  start(): Promise<void>;
  /** Reports that it is about to stop, and keeps serving until a load balancer has noticed. */
  leave(seconds: number): Promise<void>;
  /** Drains: no new calls, running ones finish, sockets are disconnected, then the rest closes. */
  stop(): Promise<void>;
};

/**
 * Builds everything except listening. It is one long function because it is the place where all parts are created, in
 * the order in which each needs the ones before.
 */
export async function buildApp(options: AppOptions): Promise<App> {
  const { config, database, connection } = options;
  const http = createHttp(config);
  endSlowBodies(http.server);
  const metrics = createMetrics(database.pool);
  onRequestEnd(http, (end) => {
    metrics.observeRequest(end);
    logRequest(end);
  });
  let stage: Stage = 'serving';
  leaveInStages(http, () => stage);
  const load = shedLoad(http, config.maxRunningCalls);
  metrics.observeShedding(load);
  const unknown = watchRoutes(http);
  const redis = config.redisUrl ? createRedis(config.redisUrl, (line) => http.log.warn(line)) : null;
  const allowance = createAllowance(config.rateLimitFactor, redis);
  const { db } = database;
  const log = http.log;
  const linkStatus = createLinkStatus(redis);
  // One line reports that the database is away; its consequences are logged without a stack.
  const logUnlessAway = (what: string) => (error: unknown) => {
    if (!isUnreachable(error)) log.error({ err: error }, what);
  };
  const dbNotifications = createDbNotifications(connection, logUnlessAway('listening to the database failed'));
  const replicas = createReplicas({
    pool: database.pool,
    log: database.log,
    connection,
    urls: config.replicaUrls,
    onChange: (change) => log.warn(change),
    onError: (error) => log.warn({ err: error }, 'a connection to a replica failed'),
  });
  metrics.observeReplicas(replicas);
  const community = await loadCommunity({
    config,
    db,
    dbNotifications,
    onError: logUnlessAway('the settings could not be loaded'),
  });
  await addPlugins(http, { config, community, allowance });
  const { publicUrl } = config;
  const sessions = createSessions({ db, readsNow: replicas.readsNow, publicUrl }, dbNotifications);
  const realtime = createRealtime(http.server, {
    sessions,
    relay: createRelay(redis, (error) =>
      log.warn({ err: error }, 'a message from another server could not be handled'),
    ),
    linkStatus,
    log,
    allowance,
    limits: {
      publicUrl,
      hstsSubdomains: config.hstsSubdomains,
      trustedProxies: config.trustedProxies,
      factor: config.rateLimitFactor,
    },
  });
  sessions.onRevoked(({ sessionId, reason }) => realtime.channels.endSession(sessionId, reason));
  closeEndedSessions(dbNotifications, sessions, { ...realtime, ...realtime.channels });
  metrics.observeLive({ redis, linkStatus, countSockets: () => realtime.io.sockets.sockets.size });
  const writePositions = createWritePositions(db, {
    active: redis !== null || config.replicaUrls.length > 0,
    secure: publicUrl.startsWith('https:'),
  });
  const outgoing = { ownHosts: [new URL(publicUrl).hostname], hostOverrides: options.hostOverrides ?? {} };
  const events = new Events((error) => log.error({ err: error }, 'a listener failed'));
  await loadContactKey(db);
  const services: Services = {
    config,
    community,
    db,
    reads: replicas.reads,
    readsNow: replicas.readsNow,
    writePositions,
    dbNotifications,
    sessions,
    events,
    touched: createTouchedEverywhere({ channels: realtime.channels, events, linkStatus }),
    storage: openStorage(config),
    linkPages: createLinkPages(outgoing),
    pushServices: createPushServices(outgoing),
    pictures: options.pictures ?? createPictures(),
    secrets: await openSecrets(config, db),
    mail: withLogo(withRefusals(options.mail ?? (await createMail(config, log)), db), () =>
      findMailLogo(community, publicUrl),
    ),
    payments: config.stripe
      ? await createStripePayments(config.stripe)
      : createSandboxPayments(Date.now, createSandboxNotes(db)),
    jobs: createJobs(
      connection,
      { onError: logUnlessAway('the job queue failed'), onSettled: metrics.observeJob },
      { working: config.role !== 'web', runSchedules: options.runSchedules ?? true },
    ),
    channels: realtime.channels,
    linkStatus,
    serialQueue: createSerialQueue((error) => log.error({ err: error }, 'sending to browsers failed')),
    security: createSecurityLog(log),
    log,
  };
  const pages = createDescribedPages();
  describeSite(pages, services);
  const limiting = {
    factor: config.rateLimitFactor,
    onLimit: (limit: string, key: string) => services.security.record('limit-reached', { limit, key }),
  };
  const context: FeatureContext = {
    app: http,
    services,
    pages,
    documents: createPublicDocuments(http, { ...services, allowance }),
    bind: createBinder(http, { services, allowance }, load),
    bindRaw: createRawBinder(http, { services, allowance }),
    charge: createCharge(allowance),
    createTryCounter: (counter) => createTryCounter(database.pool, { ...counter, ...limiting }),
    createNetworkCounter: (counter) => createNetworkCounter(database.pool, { ...counter, ...limiting }),
  };
  for (const feature of await loadFeatures()) feature(context);
  broadcastPositions(services.writePositions, realtime.channels);
  let stopDeleting = (): void => undefined;
  let stopClock = (): void => undefined;
  const health = createHealth({ reads: replicas.readsNow, redis, linkStatus, isDraining: () => stage !== 'serving' });
  addHealth(http, health);
  await addWebPages(http, { folder: options.webFolder, services, described: pages, allowance, unknown });
  return {
    http,
    services,
    metrics,
    health,
    async start() {
      stopDeleting = deleteOldFilesRegularly(temporaryFolder(config), (error) =>
        log.error({ err: error }, 'received files could not be deleted'),
      );
      stopClock = await followClock(db, (error) => log.warn({ err: error }, "the database's clock could not be read"));
      await Promise.all([dbNotifications.start(), replicas.start(), services.jobs.start(), redis?.start()]);
    },
    async leave(seconds) {
      stage = 'leaving';
      await delay(seconds * 1_000);
    },
    async stop() {
      stage = 'closed';
      stopDeleting();
      stopClock();
      await closeInTime(http, () => realtime.close().then(() => http.close()));
      services.pictures.stop();
      await services.serialQueue.settled();
      await services.jobs.stop();
      await services.linkPages.stop();
      await services.pushServices.stop();
      await dbNotifications.stop();
      await replicas.stop();
      redis?.stop();
      services.mail.close();
      await database.close();
    },
  };
}
