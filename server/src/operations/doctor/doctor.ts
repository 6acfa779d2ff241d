/**
 * `npm run doctor`: checks an installation from outside its server, which need not be running, and reports what is
 * well, what is not, and what to do. It takes no lock that members wait for; counting runs in small steps.
 */
import type { Config } from '#config/config.ts';
import { openDatabase } from '#db/connection/pool.ts';
import { deleteReportsExcept, storeReport } from '#db/statements/operator-reports.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { openExistingDatabase } from '../existing-database.ts';
import { checkCounters } from './counters.ts';
import { checkClock, checkDatabase, checkMigrations } from './database.ts';
import { checkDisk, checkMail, checkNode, checkSettings, checkTemporary } from './environment.ts';
import { type Check, type Finding, fail, type Installation, type Level, messageOf } from './finding.ts';
import { checkJoining } from './joining.ts';
import { checkLedger } from './ledger.ts';
import { checkLeftovers } from './leftovers.ts';
import { checkOwners } from './owners.ts';
import { checkPasskeys } from './passkeys.ts';
import { checkRedis, checkReplicas } from './redis-and-replicas.ts';
import { checkSecrets } from './secrets.ts';
import { checkFiles, checkStore } from './store.ts';

export type DoctorOptions = {
  repair: boolean;
  /** Skips the checks whose cost grows with the site: those of individual counts and files. */
  quick: boolean;
  onFinding(check: string, finding: Finding): void;
};

const QUICK: readonly Check[] = [
  checkSettings,
  checkNode,
  checkDatabase,
  checkMigrations,
  checkClock,
  checkReplicas,
  checkRedis,
  checkSecrets,
  checkPasskeys,
  checkJoining,
  checkOwners,
  checkStore,
  checkDisk,
  checkTemporary,
  checkMail,
  checkLeftovers,
];
const THOROUGH: readonly Check[] = [checkCounters, checkLedger, checkFiles];

async function runCheck(check: Check, installation: Installation): Promise<Finding[]> {
  return check
    .run(installation)
    .catch((error: unknown) => [
      fail(`the check failed: ${messageOf(error)}`, 'Solve the problems above first, then run the doctor again.'),
    ]);
}

/** Runs every check; returns the number of findings per level. Problems are stored for the owners' overview. */
export async function runDoctorChecks(
  installation: Installation,
  options: DoctorOptions,
): Promise<Record<Level, number>> {
  const counts: Record<Level, number> = { ok: 0, warn: 0, fail: 0 };
  for (const check of options.quick ? QUICK : [...QUICK, ...THOROUGH]) {
    const findings = await runCheck(check, installation);
    for (const finding of findings) {
      counts[finding.level] += 1;
      options.onFinding(check.name, finding);
    }
    const report = findings.filter(({ level }) => level !== 'ok');
    await storeReport(installation.pool, { kind: 'doctor', name: check.name, report });
  }
  await deleteReportsExcept(installation.pool, {
    kind: 'doctor',
    names: [...QUICK, ...THOROUGH].map(({ name }) => name),
  });
  return counts;
}

/** Connects to an installation's database, and checks the installation. */
export async function examine(config: Config, options: DoctorOptions): Promise<Record<Level, number>> {
  const existing = await openExistingDatabase(config);
  const opened = openDatabase({ ...existing.connection, max: 2 }, () => undefined);
  try {
    const { db, pool } = opened;
    const installation: Installation = { config, db, pool, storage: openStorage(config), repair: options.repair };
    return await runDoctorChecks(installation, options);
  } finally {
    await opened.close();
    await existing.stop();
  }
}
