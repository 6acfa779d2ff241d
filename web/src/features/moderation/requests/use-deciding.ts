import { type JoinDecision, joinRequestMessages } from '@afterhours/contract/join-requests';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import type { CallFailure } from '#lib/api/client.ts';
import { showError, showSuccess } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { countRequests, decideRequests } from './request-commands.ts';

/** Decides requests; `onDecided` receives the ids that leave the list, whoever has decided them. */
export function useDeciding(onDecided: (ids: readonly string[]) => void) {
  const [pending, setPending] = useState(false);
  const { confirmed, dialog } = useConfirmation();
  const decide = async (ids: string[], action: JoinDecision, words = ''): Promise<CallFailure | undefined> => {
    if (pending) return undefined;
    setPending(true);
    const answer = await confirmed(() => decideRequests({ ids, action, words }));
    setPending(false);
    void countRequests();
    const decidedBefore = !answer.ok && answer.status === 409;
    if (!answer.ok && !decidedBefore) {
      if (action === 'accept' && words === '') showError(answer.message);
      return answer;
    }
    if (answer.ok) showSuccess(answer.message);
    // Somebody else may have decided some of them.
    if (decidedBefore || (answer.ok && answer.body.decided.length < ids.length))
      showError(t(joinRequestMessages.decidedBefore));
    onDecided(ids);
    return undefined;
  };
  return { pending, decide, dialog };
}
