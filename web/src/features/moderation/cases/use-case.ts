import { HOUR_MS, MINUTE_MS } from '@afterhours/contract/base/durations';
import type { Label } from '@afterhours/contract/constants/labels';
import type {
  claimCase,
  DecisionAction,
  decideCase,
  getCase,
  reverseDecision,
  StaffCaseDetail,
} from '@afterhours/contract/moderation/staff-cases';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { onCasesChanged } from './case-changes.ts';

/** The addresses of pictures in messages are valid for at least an hour. */
const VALID_MS = HOUR_MS - 5 * MINUTE_MS;
/** The time between a failed reload and the next one. */
const RETRY_MS = MINUTE_MS;

type Order = {
  action: DecisionAction;
  label?: Label;
  rule: string;
  facts: string;
  statement: string;
  until?: string;
  hide?: boolean;
};

type CallOutcome = { ok: true; message: string } | CallFailure;

/**
 * `waited` is true if the case could be decided here; if it is now closed, somebody else decided it. `failures` counts
 * the reloads that have failed since the case was loaded.
 */
type Loaded = { found?: StaffCaseDetail; failed?: CallFailure; waited?: boolean; failures?: number };

type CaseListeners = {
  onLoaded: (found: StaffCaseDetail) => void;
  /** Called once the case was decided here. */
  onDecided: (id: string) => void;
};

/** Loads a case, and reloads it when it changes anywhere. If a reload fails, the shown case stays. */
function useLoadedCase(id: string, onLoaded: CaseListeners['onLoaded']) {
  const [loaded, setLoaded] = useState<Loaded>({});
  const loads = useRef(0);
  const load = async () => {
    loads.current += 1;
    const thisLoad = loads.current;
    const response = await call<typeof getCase>('GET', '/staff/cases/:id', { params: { id } });
    if (thisLoad !== loads.current) return;
    if (response.ok) onLoaded(response.body);
    setLoaded((now) => {
      if (!response.ok) return now.found ? { ...now, failures: (now.failures ?? 0) + 1 } : { failed: response };
      return { found: response.body, waited: now.waited || response.body.state !== 'closed' };
    });
  };
  const first = useRef(load);
  useEffect(() => void first.current(), []);
  return { ...loaded, load };
}

/** Reloads a case that stays open before the addresses of its pictures expire, and after a reload that failed. */
function useReload({ found, failures = 0 }: Loaded, reload: () => void): void {
  const onDue = useEffectEvent(reload);
  useEffect(() => {
    if (!found) return undefined;
    const timer = setTimeout(() => onDue(), failures > 0 ? RETRY_MS : VALID_MS);
    return () => clearTimeout(timer);
  }, [found, failures]);
}

/** The chosen case, and the actions on it. */
export function useCase(id: string, { onLoaded, onDecided }: CaseListeners) {
  const { load, ...loaded } = useLoadedCase(id, onLoaded);
  const { confirmed, dialog } = useConfirmation();
  const deciding = useRef(false);
  useEffect(() =>
    onCasesChanged((ids) => {
      // A case that is being decided here is reloaded only if the decision fails.
      if (!deciding.current && (ids === undefined || ids.includes(id))) void load();
    }),
  );
  useReload(loaded, () => void (deciding.current || load()));
  const claim = async () => {
    const response = await call<typeof claimCase>('POST', '/staff/cases/:id/claim', { params: { id } });
    (response.ok ? showSuccess : showError)(response.message);
    await load();
  };
  /** Sends a decision. If it fails, reloads the case and returns the failure. */
  const send = async (sent: () => Promise<CallOutcome>): Promise<CallFailure | undefined> => {
    deciding.current = true;
    const response = await sent();
    deciding.current = false;
    if (!response.ok) {
      await load();
      return response;
    }
    showSuccess(response.message);
    onDecided(id);
    return undefined;
  };
  const decide = (body: Order) =>
    send(() =>
      confirmed(() => call<typeof decideCase>('POST', '/staff/cases/:id/decisions', { params: { id }, body })),
    );
  const reverse = (decisionId: string, statement: string) =>
    send(() =>
      call<typeof reverseDecision>('POST', '/staff/decisions/:id/reverse', {
        params: { id: decisionId },
        body: { statement },
      }),
    );
  return { ...loaded, load, claim, decide, reverse, dialog };
}
