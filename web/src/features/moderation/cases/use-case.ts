import type { Label } from '@afterhours/contract/constants/labels';
import type {
  claimCase,
  DecisionAction,
  decideCase,
  getCase,
  listCases,
  reverseDecision,
  StaffCaseDetail,
} from '@afterhours/contract/staff-cases';
import { useEffect, useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';

export type Filters = {
  state: 'waiting' | 'open' | 'claimed' | 'closed';
  kind: '' | StaffCaseDetail['subject']['kind'];
};

/** Loads one page of the queue. */
export const loadCases = (filters: Filters, cursor: string | null) =>
  call<typeof listCases>('GET', '/staff/cases', { query: { ...filters, ...(cursor ? { cursor } : {}) } });

type Order = {
  action: DecisionAction;
  label?: Label;
  rule: string;
  facts: string;
  statement: string;
  until?: string;
  hide?: boolean;
};

type Loaded = { found?: StaffCaseDetail; failed?: string };

/** The chosen case, and what can be done with it; `onChanged` is called when it has left the queue. */
export function useCase(id: string, onDecided: (id: string) => void) {
  const [{ found, failed }, setLoaded] = useState<Loaded>({});
  const { confirmed, dialog } = useConfirmation();
  const load = async () => {
    const answer = await call<typeof getCase>('GET', '/staff/cases/:id', { params: { id } });
    setLoaded(answer.ok ? { found: answer.body } : { failed: answer.message });
  };
  useEffect(() => {
    let shown = true;
    void call<typeof getCase>('GET', '/staff/cases/:id', { params: { id } }).then((answer) => {
      if (shown) setLoaded(answer.ok ? { found: answer.body } : { failed: answer.message });
    });
    return () => {
      shown = false;
    };
  }, [id]);
  const claim = async () => {
    const answer = await call<typeof claimCase>('POST', '/staff/cases/:id/claim', { params: { id } });
    if (!answer.ok) return showError(answer.message);
    showSuccess(answer.message);
    await load();
  };
  const decide = async (body: Order) => {
    const answer = await confirmed(() =>
      call<typeof decideCase>('POST', '/staff/cases/:id/decisions', { params: { id }, body }),
    );
    if (!answer.ok) return answer;
    showSuccess(answer.message);
    onDecided(id);
    return undefined;
  };
  const reverse = async (decisionId: string, statement: string) => {
    const options = { params: { id: decisionId }, body: { statement } };
    const answer = await call<typeof reverseDecision>('POST', '/staff/decisions/:id/reverse', options);
    if (!answer.ok) return answer;
    showSuccess(answer.message);
    onDecided(id);
    return undefined;
  };
  return { found, failed, load, claim, decide, reverse, dialog };
}
