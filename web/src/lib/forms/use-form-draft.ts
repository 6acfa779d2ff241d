/** Keeps what is written in the form of a page in this browser until it is saved. */
import { useEffect, useState } from 'react';
import { readDraft, writeDraft } from '../browser/session-storage.ts';

type Values = Record<string, string>;

type FormDraft<V> = {
  /** Contains the id of the member. */
  name: string;
  /** The version of the record that the form changes. A draft for an earlier version is dropped. */
  version: number;
  /** The form before any change. */
  untouched: V;
};

function readValues<V extends Values>({ name, version, untouched }: FormDraft<V>): V {
  const draft = readDraft(name) as { version?: unknown; values?: Values } | null;
  if (draft?.version !== version) return untouched;
  const known = Object.entries(untouched).map(([key, value]) => [key, draft.values?.[key] ?? value]);
  return Object.fromEntries(known) as V;
}

/** Returns the values that the form starts with. */
export function useStartingValues<V extends Values>(draft: FormDraft<V>): V {
  const [start] = useState(() => readValues(draft));
  return start;
}

/** Stores the values of the form while they differ from the untouched ones. Returns whether they do. */
export function useFormDraft<V extends Values>({ name, version, untouched }: FormDraft<V>, values: V): boolean {
  const dirty = Object.entries(untouched).some(([key, value]) => values[key] !== value);
  useEffect(() => {
    writeDraft(name, dirty ? { version, values } : null);
  }, [name, version, values, dirty]);
  return dirty;
}
