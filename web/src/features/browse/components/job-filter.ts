/** The parameters by which jobs are filtered, as in the address. */
export const jobFilterNames = [
  'keyword',
  'hashtag',
  'remote',
  'employment',
  'country',
  'postedWithin',
  'payMin',
  'payCurrency',
  'payPeriod',
] as const;
type Name = (typeof jobFilterNames)[number];

/** Contains only the active filters. */
export type JobFilter = { [N in Name]?: string };

/** Returns the query to save for a filter. The age is left out, because a saved search finds new jobs only. */
export const toSavedQuery = ({ postedWithin: _age, ...query }: JobFilter): JobFilter => query;

const toAddressName = (name: Name): string => (name === 'keyword' ? 'q' : name);

export const readFilter = (search: URLSearchParams): JobFilter =>
  Object.fromEntries(
    jobFilterNames.flatMap((name) => {
      const value = search.get(toAddressName(name))?.trim();
      return value ? [[name, value]] : [];
    }),
  );

export const writeFilter = (filter: JobFilter): Record<string, string> =>
  Object.fromEntries(
    jobFilterNames.flatMap((name) => {
      const value = filter[name];
      return value ? [[toAddressName(name), value]] : [];
    }),
  );
