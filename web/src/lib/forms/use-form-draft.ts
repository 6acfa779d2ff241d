/**
 * Keeps what is written in the form of a page in this browser until it is saved. If somebody else saves the record
 * meanwhile, the changes are made to the newer version: other fields get what was saved.
 */
import { useCallback, useEffect, useRef, useState } from 'react';
import { readDraft, readToken, watchDraft, writeDraft } from '../browser/session-storage.ts';

type Values = Record<string, string>;

type FormDraft<V> = {
  /** Contains the id of the member. */
  name: string;
  /** The version of the record that the form changes. */
  version: number;
  /** The form before any change. */
  untouched: V;
};

/** `untouched`: the form of that version before any change. */
type Stored = { version: number; values: Values; untouched: Values };

type Start<V> = {
  /** The values that the form starts with. */
  values: V;
  /** The fields with something that was written before. */
  written: string[];
  /** Null unless there is a draft for an earlier version; otherwise the fields that both have changed. */
  changedByBoth: string[] | null;
};

function readStart<V extends Values>({ name, version, untouched }: FormDraft<V>): Start<V> {
  const draft = readDraft(name) as Partial<Stored> | null;
  const isEarlier = draft?.version !== version;
  const before = draft?.untouched ?? {};
  const written = Object.entries(draft?.values ?? {}).filter(
    ([key, value]) => key in untouched && value !== untouched[key] && value !== (before[key] ?? value),
  );
  return {
    written: written.map(([key]) => key),
    values: { ...untouched, ...Object.fromEntries(written) },
    changedByBoth:
      isEarlier && written.length > 0
        ? written.flatMap(([key]) => (before[key] === untouched[key] ? [] : [key]))
        : null,
  };
}

/** Returns how the form starts: with what was written before, if it is not saved yet. */
export function useFormStart<V extends Values>(draft: FormDraft<V>): Start<V> {
  const [start] = useState(() => readStart(draft));
  return start;
}

const differs = (values: Values, untouched: Values): boolean =>
  Object.entries(untouched).some(([key, value]) => values[key] !== value);

/**
 * Stores the values. Fields that are untouched, as they were before, keep what another window has written in them for
 * the version `from`.
 */
function storeFormDraft<V extends Values>(
  { name, version, untouched }: FormDraft<V>,
  values: V,
  { before, from = version }: { before: V; from?: number },
): void {
  const draft = readDraft(name) as Partial<Stored> | null;
  const written = draft?.version === from ? draft.values : undefined;
  const merged = Object.fromEntries(
    Object.entries(values).map(([key, value]) => {
      const isUntouched = value === untouched[key] && value === before[key];
      return [key, isUntouched ? (written?.[key] ?? value) : value];
    }),
  );
  writeDraft(name, differs(merged, untouched) ? ({ version, values: merged, untouched } satisfies Stored) : null);
}

/**
 * Stores the values of the form while they differ from the untouched ones; `dirty` is whether they do. The same form in
 * another window may write in other fields of the draft, or forget it by saving:
 * - `keep` stores the present values again, before the form starts again for a newer version.
 * - `keepRest` is for a form that was saved: of the draft, it keeps what was written after the form was sent, or in
 *   another window.
 * - `lastSaved` returns the values to which changes are discarded, and `lastVersion` the version that the next save
 *   changes. They are the saved ones even before the form starts again.
 */
export function useFormDraft<V extends Values>({ name, version, untouched }: FormDraft<V>, values: V) {
  const present = useRef(values);
  const base = useRef({ version, untouched });
  const keep = useCallback(
    (before = present.current) => storeFormDraft({ name, ...base.current }, present.current, { before }),
    [name],
  );
  useEffect(() => {
    const before = present.current;
    present.current = values;
    keep(before);
  }, [keep, values]);
  // Without a session, the drafts are gone because the member has signed out.
  useEffect(() => watchDraft(name, (now) => now === null && readToken() !== null && keep()), [name, keep]);
  const keepRest = (saved: { version: number; values: V }): void => {
    const from = base.current.version;
    base.current = { version: saved.version, untouched: saved.values };
    storeFormDraft({ name, ...base.current }, present.current, { before: present.current, from });
  };
  const lastSaved = (): V => base.current.untouched;
  const lastVersion = (): number => base.current.version;
  return { dirty: differs(values, untouched), keep, keepRest, lastSaved, lastVersion };
}
