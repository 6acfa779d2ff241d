import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';

const filterNames = ['name', 'trade', 'country', 'skill'] as const;
export type FilterName = (typeof filterNames)[number];
export type FilterValues = Record<FilterName, string>;

const PAUSE_MS = 250;

const toFilters = (search: URLSearchParams): FilterValues => ({
  name: search.get('name') ?? '',
  trade: search.get('trade') ?? '',
  country: search.get('country') ?? '',
  skill: search.get('skill') ?? '',
});

const none: FilterValues = { name: '', trade: '', country: '', skill: '' };

/** Returns the filters as a query string, in a fixed order and without empty ones. */
function toQuery(filters: FilterValues): string {
  const filled = filterNames.flatMap((name) => {
    const value = filters[name].trim();
    return value ? [[name, value]] : [];
  });
  return new URLSearchParams(filled).toString();
}

/**
 * The filters of /find, which are in the URL, and the text typed into their fields. It is copied to the URL after a
 * pause, or at once by `apply`.
 */
export function useFilters() {
  const [search, setSearch] = useSearchParams();
  const query = toQuery(toFilters(search));
  const [typed, setTyped] = useState(() => toFilters(search));
  const [known, setKnown] = useState(query);
  const [sent, setSent] = useState(query);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The URL has changed to something other than what was typed, such as after Back: the fields follow it.
  if (query !== known) {
    setKnown(query);
    if (query !== sent) setTyped(toFilters(search));
  }
  const apply = (filters: FilterValues) => {
    clearTimeout(timer.current);
    setTyped(filters);
    const next = toQuery(filters);
    setSent(next);
    if (next !== query) setSearch(next, { replace: true, preventScrollReset: true });
  };
  const type = (filters: FilterValues) => {
    setTyped(filters);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => apply(filters), PAUSE_MS);
  };
  return { query, typed, type, apply, clear: () => apply(none) };
}
