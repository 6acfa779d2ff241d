/**
 * Keeps what is written in the form of a page in this browser until it is saved. If somebody else saves the record
 * meanwhile, the changes are made to the newer version: other fields get what was saved.
 */
import { useEffect, useRef, useState } from 'react';
import { readDraft, writeDraft } from '../browser/session-storage.ts';

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
  /** Null unless there is a draft for an earlier version; otherwise the fields that both have changed. */
  changedByBoth: string[] | null;
};

function readStart<V extends Values>({ name, version, untouched }: FormDraft<V>): Start<V> {
  const draft = readDraft(name) as Partial<Stored> | null;
  const isEarlier = draft?.version !== version;
  const before = draft?.untouched ?? {};
  const written = Object.entries(draft?.values ?? {}).filter(
    ([key, value]) => key in untouched && value !== untouched[key] && (!isEarlier || value !== (before[key] ?? value)),
  );
  return {
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

function storeFormDraft<V extends Values>({ name, version, untouched }: FormDraft<V>, values: V): void {
  writeDraft(name, differs(values, untouched) ? ({ version, values, untouched } satisfies Stored) : null);
}

/**
 * Stores the values of the form while they differ from the untouched ones; `dirty` is whether they do. `keep` stores
 * the present values again. It is to be called before the form starts again for a newer version, because the same form
 * in another window may have replaced the draft, or forgotten it by saving.
 */
export function useFormDraft<V extends Values>({ name, version, untouched }: FormDraft<V>, values: V) {
  const present = useRef(values);
  useEffect(() => {
    present.current = values;
    storeFormDraft({ name, version, untouched }, values);
  }, [name, version, values, untouched]);
  const keep = (): void => storeFormDraft({ name, version, untouched }, present.current);
  return { dirty: differs(values, untouched), keep };
}

/** Forgets the draft of a form that was saved. */
export const dropFormDraft = ({ name }: { name: string }): void => writeDraft(name, null);
