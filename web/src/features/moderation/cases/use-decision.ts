/** What a moderator writes to decide a case. It is kept in the browser until the case is decided. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Label } from '@afterhours/contract/constants/labels';
import type { DecisionAction, StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import type { CallFailure } from '#lib/api/client.ts';
import { readDraft, writeDraft } from '#lib/browser/session-storage.ts';
import { useAppSelector } from '#lib/store.ts';
import type { useCase } from './use-case.ts';

export type Choice = DecisionAction | 'reverse';
export type Length = { days: number; hide: boolean };
type Decision = {
  choice: Choice;
  rule: string;
  facts: string;
  statement: string;
  label: Label | '';
  length: Length;
};

const untouched: Decision = {
  choice: 'none',
  rule: '',
  facts: '',
  statement: '',
  label: '',
  length: { days: 7, hide: false },
};

const isWritten = ({ rule, facts, statement }: Decision): boolean => `${rule}${facts}${statement}`.trim() !== '';

/** Returns the stored decision. Only this file writes it, so it is not validated further. */
function readDecision(name: string): Decision {
  const stored = readDraft(name);
  return typeof stored === 'object' && stored !== null ? { ...untouched, ...stored } : untouched;
}

const toErrors = (failure: CallFailure | undefined): Record<string, string> =>
  Object.fromEntries((failure?.errors ?? []).map(({ field, message }) => [field, message]));

/** Returns the fields that only one action has. */
function toDetails(action: DecisionAction, { label, length: { days, hide } }: Decision) {
  if (action === 'suspend') return { until: new Date(Date.now() + days * DAY_MS).toISOString(), hide };
  return action === 'label' && label ? { label } : {};
}

export type DecisionFormProps = { of: StaffCaseDetail } & Pick<ReturnType<typeof useCase>, 'decide' | 'reverse'>;

/** The decision as it is written; it leaves the browser's storage once the case is closed. */
function useKeptDecision({ _id, state }: StaffCaseDetail) {
  const me = useAppSelector(selectOwnUser)?._id ?? '';
  const name = `decision:${me}:${_id}`;
  const [decision, setDecision] = useState(() => readDecision(name));
  const isOver = state === 'closed';
  useEffect(() => {
    writeDraft(name, isWritten(decision) && !isOver ? decision : null);
  }, [name, decision, isOver]);
  const change = (changes: Partial<Decision>) => setDecision((now) => ({ ...now, ...changes }));
  return { decision, change, forget: () => writeDraft(name, null) };
}

export function useDecision({ of, decide, reverse }: DecisionFormProps) {
  const { decision, change, forget } = useKeptDecision(of);
  const [pending, setPending] = useState(false);
  const [failure, setFailure] = useState<CallFailure>();
  const form = useRef<HTMLFormElement>(null);
  const errors = toErrors(failure);
  useEffect(() => {
    const fields = [...(form.current?.elements ?? [])] as HTMLInputElement[];
    fields.find((field) => failure?.errors?.some((error) => error.field === field.name))?.focus();
  }, [failure]);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (pending) return;
    setPending(true);
    setFailure(undefined);
    const { choice, rule, facts, statement } = decision;
    const failed =
      choice === 'reverse'
        ? // The subject of an appeal is the decision it is about.
          await reverse(of.subject._id, statement)
        : await decide({ action: choice, rule, facts, statement, ...toDetails(choice, decision) });
    if (!failed) forget();
    setPending(false);
    setFailure(failed);
  };
  const field = (name: 'rule' | 'facts' | 'statement') => ({
    name,
    value: decision[name],
    error: errors[name],
    onChange: ({ target }: { target: { value: string } }) => change({ [name]: target.value }),
  });
  const message = Object.keys(errors).length === 0 ? failure?.message : undefined;
  return { form, values: decision, change, labelError: errors['label'], pending, message, field, submit };
}
