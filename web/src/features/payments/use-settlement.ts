import type { getPayment } from '@afterhours/contract/payments/payments';
import { useEffect, useEffectEvent } from 'react';
import type { CallResult } from '#lib/api/client.ts';
import { loadPayment } from './payment-commands.ts';

const POLL_MS = 2_000;

export type Settled = Extract<CallResult<typeof getPayment>, { ok: true }>;

/** Polls a pending payment until `paymentId` is null, and calls `onSettled` with each final result. */
export function useSettlement(paymentId: string | null, onSettled: (settled: Settled) => void): void {
  const settle = useEffectEvent(onSettled);
  useEffect(() => {
    if (paymentId === null) return undefined;
    let left = false;
    let timer: ReturnType<typeof setTimeout>;
    const poll = async () => {
      const response = await loadPayment(paymentId);
      if (left) return;
      if (response.ok && response.body.status !== 'pending') settle(response);
      timer = setTimeout(() => void poll(), POLL_MS);
    };
    timer = setTimeout(() => void poll(), POLL_MS);
    return () => {
      left = true;
      clearTimeout(timer);
    };
  }, [paymentId]);
}
