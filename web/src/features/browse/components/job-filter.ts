/** What jobs are filtered by, as the address has it. */
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

/** Only what is filtered by. */
export type JobFilter = { [N in Name]?: string };

/** What a saved search looks for: its jobs are new anyway. */
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
