/**
 * Finds the rules that match a text. Every server keeps the filters in memory, indexed for fast lookup; a database
 * notification reports changes.
 */
import { defaultSwitches, type FilterPlace, filterPlaces } from '@afterhours/contract/moderation/automation';
import type { Selectable } from 'kysely';
import type { FiltersTable, FoundRule } from '#db/schema/tables/moderation.ts';
import { perApp } from '#per-app.ts';
import { findSites } from './links.ts';
import { selectFilters, selectSwitches } from './queries.ts';
import { indexWords } from './words.ts';

type FilterRow = Selectable<FiltersTable>;
type Matched = { entry: string; filter: FilterRow };
type Find = (text: string) => FoundRule[];
type Texts = readonly (string | null | undefined)[];

/** Returns a function that finds the rules of these filters in a text. */
export function compile(filters: readonly FilterRow[]): Find {
  const entriesOf = (kind: FilterRow['kind']) =>
    filters.flatMap((filter) => (filter.kind === kind ? filter.entries.map((entry) => ({ entry, filter })) : []));
  const findWords = indexWords(entriesOf('words').map((rule) => ({ entry: rule.entry, rule })));
  const bySite = new Map<string, Matched[]>();
  for (const one of entriesOf('domains')) bySite.set(one.entry, [...(bySite.get(one.entry) ?? []), one]);
  return (text) => {
    const found = findWords(text);
    if (bySite.size > 0) for (const site of findSites(text)) for (const rule of bySite.get(site) ?? []) found.add(rule);
    const entries = new Map<FilterRow, string[]>();
    for (const { entry, filter } of found) entries.set(filter, [...(entries.get(filter) ?? []), entry]);
    return [...entries].map(([{ note, effect }, matched]) => ({ note, effect, entries: matched }));
  };
}

/** The result of screening a text. `heldRule` is the rule by which it is held; null if none holds it. */
export type Verdict = { rules: FoundRule[]; heldRule: string | null };

/** Returns the verdict with a rule that depends on the author. It comes first, because no edit of the text ends it. */
export const withRule = (verdict: Verdict, rule: FoundRule | null): Verdict =>
  rule === null ? verdict : { rules: [rule, ...verdict.rules], heldRule: rule.note };

const toVerdict = (rules: FoundRule[]): Verdict => ({
  rules,
  heldRule: rules.find(({ effect }) => effect === 'hold')?.note ?? null,
});

async function load(db: Parameters<typeof selectFilters>[0]) {
  const [filters, switches] = await Promise.all([selectFilters(db), selectSwitches(db)]);
  const find = Object.fromEntries(
    filterPlaces.map((place) => [place, compile(filters.filter(({ places }) => places.includes(place)))]),
  ) as Record<FilterPlace, Find>;
  return {
    switches: switches ?? defaultSwitches,
    /** Returns what the filters of a place find in these texts of one post, comment or profile. */
    screen: (place: FilterPlace, texts: Texts): Verdict => toVerdict(find[place](texts.filter(Boolean).join('\n'))),
    /** Screens a profile. Profiles are never held, because that would hide a member. */
    screenProfile: (texts: Texts): FoundRule[] =>
      find.profiles(texts.filter(Boolean).join('\n')).map((rule) => ({ ...rule, effect: 'flag' })),
  };
}

/** The current filters and switches. */
export type Screening = Awaited<ReturnType<typeof load>>;

/** Avoids loading and indexing thousands of words for each text. */
export const screeningOf = perApp(({ db, dbNotifications }) => {
  let cached: Promise<Screening> | null = null;
  const drop = () => {
    cached = null;
  };
  dbNotifications.on('automation_changed', drop);
  dbNotifications.onGap(drop);
  const current = (): Promise<Screening> => {
    if (!dbNotifications.reliable) return load(db);
    if (cached) return cached;
    const loading = load(db);
    cached = loading;
    loading.catch(() => {
      if (cached === loading) drop();
    });
    return loading;
  };
  return { drop, current };
});
