import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { sayIssue } from '#lib/text/translate.ts';
import type { CallFailure } from '../api/client.ts';

type Issue = { readonly message: string; readonly path: readonly PropertyKey[] };
/** As much of a Zod schema as a form needs. */
export type FormSchema<Output> = {
  safeParse(value: unknown): { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };
};

/** Also by names that have no input of their own, such as the pictures of a post. */
type Errors<Values> = Partial<Record<keyof Values & string, string>> & Partial<Record<string, string>>;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type FormOptions<Values, Output> = {
  initial: Values;
  schema: FormSchema<Output>;
  /** What is validated, when it is not the values themselves. */
  toInput?: (values: Values) => unknown;
  /** A field that is left empty says so at once, instead of on submit. */
  strict?: boolean;
  /** Sends. Resolves to what went wrong, or to nothing. */
  submit: (output: Output) => Promise<CallFailure | undefined>;
};

function firstErrors<Values>(schema: FormSchema<unknown>, input: unknown): Errors<Values> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= sayIssue(message);
  return errors as Errors<Values>;
}

/**
 * Leaving a field by pressing a button must not move the button from under the pointer, or the press is lost: what
 * changes the height of the form waits until the pointer is up again.
 */
function useAfterPress() {
  const down = useRef(false);
  useEffect(() => {
    const listening = new AbortController();
    addEventListener('pointerdown', () => (down.current = true), { capture: true, signal: listening.signal });
    for (const name of ['pointerup', 'pointercancel']) {
      addEventListener(name, () => (down.current = false), { capture: true, signal: listening.signal });
    }
    return () => listening.abort();
  }, []);
  return (change: () => void) => {
    if (down.current) addEventListener('pointerup', () => setTimeout(change), { once: true });
    else change();
  };
}

/** Counts the seconds of a `Retry-After` down to nothing. */
export function useWait(): [seconds: number, start: (seconds: number) => void] {
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    if (seconds <= 0) return undefined;
    const timer = setTimeout(() => setSeconds(seconds - 1), 1000);
    return () => clearTimeout(timer);
  }, [seconds]);
  return [seconds, setSeconds];
}

/**
 * A form over a contract schema: its messages at the fields from the first leave or submit on, the server's beside
 * them, one submit at a time, the first wrong field in focus. Field names are the names of the inputs.
 */
export function useForm<Values extends Record<string, string>, Output>(options: FormOptions<Values, Output>) {
  const { schema, submit, toInput = (given: Values): unknown => given } = options;
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Errors<Values>>({});
  const [failure, setFailure] = useState<CallFailure | null>(null);
  const [besideFields, setBesideFields] = useState(false);
  const [pending, setPending] = useState(false);
  const [wait, startWait] = useWait();
  const busy = useRef(false);
  const afterPress = useAfterPress();
  const form = useRef<HTMLFormElement>(null);

  const focusFirst = useCallback((wrong: Errors<Values>) => {
    const fields = [...(form.current?.elements ?? [])] as FieldElement[];
    fields.find((field) => field.name in wrong)?.focus();
  }, []);

  const setValue = (name: keyof Values & string, value: string) => {
    const next = { ...values, [name]: value };
    setValues(next);
    // A message is removed as soon as it is no longer true; a new one waits until the field is left.
    if (errors[name]) setErrors({ ...errors, [name]: firstErrors<Values>(schema, toInput(next))[name] });
  };

  const field = (name: keyof Values & string) => ({
    name,
    value: values[name] ?? '',
    error: errors[name],
    onChange: (event: ChangeEvent<FieldElement>) => setValue(name, event.target.value),
    onBlur: () => {
      if (!values[name] && !options.strict) return;
      const wrong = firstErrors<Values>(schema, toInput(values))[name];
      // A message that is shown stays: only a change can make it untrue.
      if (wrong) afterPress(() => setErrors((present) => ({ ...present, [name]: present[name] ?? wrong })));
    },
  });

  /** Whether fields of the form say all that is wrong with its values: one that is not drawn says nothing. */
  const isBesideFields = ({ errors: found = [] }: CallFailure): boolean => {
    const wrong = found.filter((error) => error.field in values);
    const drawn = form.current && new Set(([...form.current.elements] as FieldElement[]).map(({ name }) => name));
    return wrong.length > 0 && wrong.every((error) => !drawn || drawn.has(error.field));
  };

  const showFailure = (failed: CallFailure) => {
    const wrong = Object.fromEntries(
      (failed.errors ?? []).map((error) => [error.field, error.message]),
    ) as Errors<Values>;
    setErrors(wrong);
    setFailure(failed);
    setBesideFields(isBesideFields(failed));
    if (failed.retryAfter) startWait(failed.retryAfter);
    focusFirst(wrong);
  };

  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy.current || wait > 0) return;
    const parsed = schema.safeParse(toInput(values));
    if (!parsed.success) {
      const wrong = firstErrors<Values>(schema, toInput(values));
      setErrors(wrong);
      focusFirst(wrong);
      return;
    }
    busy.current = true;
    setPending(true);
    setFailure(null);
    const failed = await submit(parsed.data);
    busy.current = false;
    setPending(false);
    if (failed) showFailure(failed);
  };

  const reset = (next: Values) => {
    setValues(next);
    setErrors({});
    setFailure(null);
  };

  /** What belongs above the form: a failure that no field shows. */
  const message = failure && !besideFields ? failure.message : null;
  return { form, field, values, setValue, errors, message, failure, pending, wait, onSubmit, reset };
}
