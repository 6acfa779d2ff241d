import type { getPayment } from '@afterhours/contract/payments';
import { useEffect, useRef } from 'react';
import type { CallResult } from '#lib/api/client.ts';
import { readPayment } from './payment-commands.ts';

const ASK_AGAIN_MS = 2_000;

export type Settled = Extract<CallResult<typeof getPayment>, { ok: true }>;

/** Asks how far a pending payment has come until `paymentId` is null, and tells of each answer that is an end. */
export function useSettlement(paymentId: string | null, onSettled: (settled: Settled) => void): void {
  const settled = useRef(onSettled);
  useEffect(() => {
    settled.current = onSettled;
  });
  useEffect(() => {
    if (paymentId === null) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const ask = async () => {
      const answer = await readPayment(paymentId);
      if (left) return;
      if (answer.ok && answer.body.status !== 'pending') settled.current(answer);
      timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [paymentId]);
}
