import type { RouteDefinition } from '@afterhours/contract/base/route';
import { useState } from 'react';
import type { CallResult } from '#lib/api/client.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';

const ConfirmIdentity = lazyPart(async () => (await import('./confirm-identity.tsx')).ConfirmIdentity);

type Question = { answer: (confirmed: boolean) => void; factor: boolean; key: number };

/**
 * For calls that require a recent proof. `confirmed` sends a call; if it is refused for lack of a proof, it asks in
 * `dialog` for the one that the refusal names and sends the call again. If the member closes the dialog, it returns the
 * refusal.
 */
export function useConfirmation() {
  const [question, setQuestion] = useState<Question | null>(null);
  const askFor = (factor: boolean) =>
    new Promise<boolean>((resolve) =>
      setQuestion((before) => ({ answer: resolve, factor, key: (before?.key ?? 0) + 1 })),
    );
  async function confirmed<R extends RouteDefinition>(send: () => Promise<CallResult<R>>): Promise<CallResult<R>> {
    const response = await send();
    if (response.ok || (response.reason !== 'recent' && response.reason !== 'factor')) return response;
    const yes = await askFor(response.reason === 'factor');
    setQuestion(null);
    return yes ? send() : response;
  }
  const dialog = question && (
    <ConfirmIdentity
      key={question.key}
      open
      factor={question.factor}
      onClose={() => question.answer(false)}
      onConfirmed={() => question.answer(true)}
    />
  );
  return { confirmed, dialog };
}
