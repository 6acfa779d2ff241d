import { MINUTE_MS } from '@afterhours/contract/base/durations';
import { PROOF_MINUTES } from '@afterhours/contract/community/proof-of-work';
import { useCallback, useRef, useState } from 'react';
import { logFailure } from '#lib/log.ts';

type Solving = { proof: Promise<string | null>; since: number };

/** An older proof might expire before it reaches the server. */
const FRESH_MS = (PROOF_MINUTES - 2) * MINUTE_MS;

async function solve(): Promise<string | null> {
  const { solveProof } = await import('./proof-steps.ts');
  return solveProof();
}

/**
 * A proof of work that is computed while a form is filled in. `begin` starts it; `take` resolves to it, once, or to a
 * failure. `waiting` is true while the form waits for it.
 */
export function useProof() {
  const solving = useRef<Solving | null>(null);
  const [waiting, setWaiting] = useState(false);
  const begin = useCallback((): Solving => {
    const present = solving.current;
    if (present && Date.now() - present.since < FRESH_MS) return present;
    const started = { proof: solve(), since: Date.now() };
    // `take` handles the failure.
    started.proof.catch(() => undefined);
    solving.current = started;
    return started;
  }, []);
  const take = async (): Promise<{ ok: true; proof: string | null } | { ok: false }> => {
    const { proof } = begin();
    // Each proof is used once, and a failure is not kept.
    solving.current = null;
    setWaiting(true);
    try {
      return { ok: true, proof: await proof };
    } catch (error) {
      logFailure('Proof of work', String(error));
      return { ok: false };
    } finally {
      setWaiting(false);
    }
  };
  return { begin, take, waiting };
}
