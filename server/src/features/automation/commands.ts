import {
  type AutomationSwitches,
  type AutomationSwitchesBody,
  automationMessages,
  type FilterBody,
  MAX_FILTERS,
} from '@afterhours/contract/moderation/automation';
import type { Db } from '#db/connection/pool.ts';
import { COMMUNITY, changedSettings, writeAudit } from '#db/statements/audit.ts';
import { inTransaction } from '#db/statements/transaction.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { toSite } from './links.ts';
import * as queries from './queries.ts';
import { screeningOf } from './screening.ts';
import { findDropped, splitWords } from './words.ts';

/** Returns the filter in its stored form: each entry once, and domains without what surrounds them. Throws a 422. */
function toStored(fields: FilterBody): FilterBody {
  const entries = fields.entries.map((entry) => {
    if (fields.kind === 'domains') {
      const site = toSite(entry.replace(/^@/, ''));
      if (site === null) throw fieldProblem('entries', automationMessages.noDomain, { entry });
      return site;
    }
    if (splitWords(entry).length === 0) throw fieldProblem('entries', automationMessages.noWord, { entry });
    const dropped = findDropped(entry);
    if (dropped !== null) throw fieldProblem('entries', automationMessages.dropped, { entry, dropped });
    return entry;
  });
  return { ...fields, places: [...new Set(fields.places)], entries: [...new Set(entries)] };
}

type Saved = NonNullable<Awaited<ReturnType<typeof queries.insertFilter>>>;

/** Throws a 404 if there is no such filter, and a 409 if it was changed after that time. */
async function requireUnchanged(db: Db, id: string, since: string | undefined): Promise<void> {
  const changedAt = await queries.lockFilter(db, id);
  if (changedAt === undefined) throw notFound(automationMessages.noFilter);
  if (since !== undefined && changedAt.getTime() !== new Date(since).getTime())
    throw new AppError(409, automationMessages.changedMeanwhile);
}

/**
 * Adds a filter, or changes the one with this id. Throws a 404, a 409 if there are too many or somebody else has
 * changed it in the meantime, and a 422 for a bad entry.
 */
export async function saveFilter(
  services: Services,
  actorId: string,
  id: string | null,
  { updatedAt, ...input }: FilterBody & { updatedAt?: string | undefined },
): Promise<Saved> {
  const fields = toStored(input);
  const saved = await inTransaction(services, async ({ db }) => {
    if (id !== null) await requireUnchanged(db, id, updatedAt);
    const stored =
      id === null ? await queries.insertFilter(db, fields, MAX_FILTERS) : await queries.updateFilterRow(db, id, fields);
    if (!stored) throw new AppError(409, english(automationMessages.manyFilters, { max: MAX_FILTERS }));
    await writeAudit(db, {
      actorId,
      action: 'filter-saved',
      subject: { kind: 'filter', id: stored.id },
      details: { note: stored.note },
    });
    return stored;
  });
  screeningOf(services).drop();
  return saved;
}

/** Deletes a filter; throws a 404 if it does not exist. */
export async function deleteFilter(services: Services, actorId: string, id: string): Promise<void> {
  await inTransaction(services, async ({ db }) => {
    const note = await queries.deleteFilterRow(db, id);
    if (note === undefined) throw notFound(automationMessages.noFilter);
    await writeAudit(db, { actorId, action: 'filter-deleted', subject: { kind: 'filter', id }, details: { note } });
  });
  screeningOf(services).drop();
}

/** Sets the switches that have a value; returns the resulting values of all. Nothing is logged if none changes. */
export async function setSwitches(
  services: Services,
  actorId: string,
  switches: AutomationSwitchesBody,
): Promise<AutomationSwitches> {
  const set = await inTransaction(services, async ({ db }) => {
    const present = await queries.lockSwitches(db);
    const next = {
      newMembers: switches.newMembers ?? present.newMembers,
      reporters: switches.reporters ?? present.reporters,
      firstJobs: switches.firstJobs ?? present.firstJobs,
      reportedHosts: switches.reportedHosts ?? present.reportedHosts,
    };
    const details = { settings: changedSettings(present, next) };
    if (!details.settings) return present;
    await queries.storeSwitches(db, next);
    await writeAudit(db, { actorId, action: 'automation', subject: COMMUNITY, details });
    return next;
  });
  screeningOf(services).drop();
  return set;
}
