/** The rules for a valid decision: it fits its subject, gives its reasons, and has a valid end. */
import { DAY_MS } from '@afterhours/contract/base/durations';
import type { Label } from '@afterhours/contract/constants/labels';
import {
  type AnyAction,
  type CaseKind,
  canBeHidden,
  canBeLabelled,
  canHide,
  caseMessages,
  type DecisionAction,
  MAX_SUSPENSION_DAYS,
} from '@afterhours/contract/moderation/staff-cases';
import { fieldProblem } from '#http/errors/errors.ts';

export type DecisionInput = {
  action: DecisionAction;
  label?: Label | null | undefined;
  rule?: string | null | undefined;
  facts?: string | null | undefined;
  statement?: string | null | undefined;
  until?: string | null | undefined;
  hide?: boolean | undefined;
};

/**
 * Whether a decision was against the member; only such decisions can be reversed or appealed. A hold is not one,
 * because it awaits a decision anyway.
 */
export const isAgainst = (action: AnyAction): boolean => !['none', 'hold', 'reverse'].includes(action);

/** Returns the end of a suspension, or null for every other action. Throws 422. */
function requireUntil({ action, until }: DecisionInput): Date | null {
  if (action !== 'suspend') {
    if (until) throw fieldProblem('until', caseMessages.until);
    return null;
  }
  const end = until ? new Date(until) : null;
  const days = end ? (end.getTime() - Date.now()) / DAY_MS : 0;
  if (end === null || days <= 0 || days > MAX_SUSPENSION_DAYS) throw fieldProblem('until', caseMessages.suspendUntil);
  return end;
}

/** Returns the label that a decision gives, or null for every other action. Throws 422. */
function requireLabel({ action, label }: DecisionInput, kind: CaseKind): Label | null {
  if (action !== 'label') {
    if (label) throw fieldProblem('label', caseMessages.labelOnly);
    return null;
  }
  if (!canBeLabelled(kind)) throw fieldProblem('action', caseMessages.notLabelled);
  return label ?? null;
}

/** Returns the label, the end, and whether the decision hides its subject. Throws a 422 with the invalid field. */
export function requireValidDecision(input: DecisionInput, { subject_kind }: { subject_kind: CaseKind }) {
  const { action, hide = false } = input;
  const isAppeal = subject_kind === 'appeal';
  const hidesByItself = action === 'hide' || action === 'remove';
  if (isAppeal && action !== 'none') throw fieldProblem('action', caseMessages.appealAction);
  if (hidesByItself && !canHide(subject_kind, action)) throw fieldProblem('action', caseMessages.notHidden);
  if (hide && !(action === 'suspend' && canBeHidden(subject_kind))) throw fieldProblem('hide', caseMessages.hideToo);
  const label = requireLabel(input, subject_kind);
  if (isAppeal && !input.statement) throw fieldProblem('statement', caseMessages.statement);
  return { label, until: requireUntil(input), hides: hidesByItself || hide };
}
