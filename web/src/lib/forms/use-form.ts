import { type ChangeEvent, type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { translateIssue } from '#lib/text/translate.ts';
import type { CallFailure } from '../api/client.ts';

type Issue = { readonly message: string; readonly path: readonly PropertyKey[] };
/** The part of a Zod schema that a form needs. */
export type FormSchema<Output> = {
  safeParse(value: unknown): { success: true; data: Output } | { success: false; error: { issues: readonly Issue[] } };
};

/** Also holds errors for names that have no input, such as the pictures of a post. */
type Errors<Values> = Partial<Record<keyof Values & string, string>> & Partial<Record<string, string>>;
type FieldElement = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

type FormOptions<Values, Output> = {
  initial: Values;
  /** What the form says about fields until they are changed. */
  notes?: Errors<Values>;
  schema: FormSchema<Output>;
  /** Returns the value to validate, if it differs from the form's values. */
  toInput?: (values: Values) => unknown;
  /** Whether a field that is left empty shows its error at once instead of on submit. */
  strict?: boolean;
  /** Sends the form. Resolves to the failure, or to undefined. */
  submit: (output: Output) => Promise<CallFailure | undefined>;
};

function firstErrors<Values>(schema: FormSchema<unknown>, input: unknown): Errors<Values> {
  const parsed = schema.safeParse(input);
  if (parsed.success) return {};
  const errors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) errors[String(path[0] ?? '')] ??= translateIssue(message);
  return errors as Errors<Values>;
}

/**
 * When a field loses focus because a button is pressed, the button must not move from under the pointer, or the press
 * is lost. Changes to the form's height therefore wait until the pointer is up again.
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

/** Counts the seconds of a `Retry-After` header down to zero. */
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
 * A form over a contract schema. Fields show the schema's errors from the first blur or submit on, and the server's
 * errors after a submit; one submit runs at a time, and the first invalid field gets the focus. Field names are the
 * inputs' names.
 */
export function useForm<Values extends Record<string, string>, Output>(options: FormOptions<Values, Output>) {
  const { schema, submit, toInput = (formValues: Values): unknown => formValues } = options;
  const [values, setValues] = useState(options.initial);
  const [errors, setErrors] = useState<Errors<Values>>(options.notes ?? {});
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
    // An error is removed as soon as it no longer applies; a new one waits until the field loses focus.
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
      // An error that is shown stays until the value changes.
      if (wrong) afterPress(() => setErrors((present) => ({ ...present, [name]: present[name] ?? wrong })));
    },
  });

  /** Whether fields of the form show all of the failure's errors: a field that is not rendered cannot show any. */
  const isBesideFields = ({ errors: fieldErrors = [] }: CallFailure): boolean => {
    const wrong = fieldErrors.filter((error) => error.field in values);
    const rendered = form.current && new Set(([...form.current.elements] as FieldElement[]).map(({ name }) => name));
    return wrong.length > 0 && wrong.every((error) => !rendered || rendered.has(error.field));
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

  /** Shown above the form: a failure that no field shows. */
  const message = failure && !besideFields ? failure.message : null;
  return { form, field, values, setValue, errors, message, failure, pending, wait, onSubmit, reset };
}

/** What is needed to show a form and to send it. */
export type FormControls = Pick<
  ReturnType<typeof useForm<Record<string, string>, unknown>>,
  'form' | 'message' | 'failure' | 'wait' | 'pending' | 'onSubmit'
>;
