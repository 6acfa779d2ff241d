import { type JoinDecision, joinRequestMessages } from '@afterhours/contract/community/join-requests';
import { useRef } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import type { CallFailure } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { queueSerially } from '#lib/serial-queue.ts';
import { t } from '#lib/text/translate.ts';
import { decideRequests, loadStaffState } from './request-commands.ts';

/**
 * Decides requests, one decision after the other; `onDecided` receives the ids that leave the list, whoever has decided
 * them.
 */
export function useDeciding(onDecided: (ids: readonly string[]) => void) {
  const { confirmed, dialog } = useConfirmation();
  /** The requests of the decisions that are not stored yet. */
  const underWay = useRef(new Set<string>());
  const send = async (ids: string[], action: JoinDecision, words: string): Promise<CallFailure | undefined> => {
    const response = await confirmed(() => decideRequests({ ids, action, words }));
    void loadStaffState();
    const decidedBefore = !response.ok && response.status === 409;
    if (!response.ok && !decidedBefore) {
      if (action === 'accept' && words === '') showFailure(response);
      return response;
    }
    if (response.ok) showSuccess(response.message);
    // Somebody else may have decided some of them.
    if (decidedBefore || (response.ok && response.body.decided.length < ids.length))
      showError(t(joinRequestMessages.decidedBefore));
    onDecided(ids);
    return undefined;
  };
  const decide = async (ids: string[], action: JoinDecision, words = ''): Promise<CallFailure | undefined> => {
    const left = ids.filter((id) => !underWay.current.has(id));
    if (left.length === 0) return undefined;
    for (const id of left) underWay.current.add(id);
    const failed = await queueSerially('requests to join', () => send(left, action, words));
    for (const id of left) underWay.current.delete(id);
    return failed;
  };
  return { decide, dialog };
}
