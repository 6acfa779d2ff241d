import { type JoinDecision, joinRequestMessages } from '@afterhours/contract/community/join-requests';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import type { CallFailure } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
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
    const response = await confirmed(() => decideRequests({ ids, action, words }));
    setPending(false);
    void countRequests();
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
  return { pending, decide, dialog };
}
