/**
 * Payments for a start without keys: no money moves. A token contains everything (what the card does, its brand and
 * last four digits, when it was made), so that nothing has to be stored, and a restart changes nothing.
 */
import { randomBytes } from 'node:crypto';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { cardDigits, type SandboxOutcome, sandboxCards } from '@afterhours/contract/payments';
import { type Charge, type ChargeOutcome, type Payments, WebhookError } from './payments.ts';

const LATE_MS = 8_000;
const TOKEN = /^tok_sandbox_(\w+?)_(visa)_(\d{4})_([0-9a-z]+)_[0-9a-f]{16}$/;

const declines: Partial<Record<SandboxOutcome, string>> = {
  declined: paymentMessages.declined.message,
  no_funds: paymentMessages.noFunds.message,
  expired: paymentMessages.expired.message,
};

/** Returns a token for one of the test cards; the number itself is dropped here. Throws for any other number. */
export function createSandboxToken(number: string, now = Date.now()): string {
  const digits = cardDigits(number);
  const card = sandboxCards.find((known) => known.number === digits);
  if (!card) throw new Error('not a test card');
  const made = now.toString(36);
  return `tok_sandbox_${card.outcome}_visa_${digits.slice(-4)}_${made}_${randomBytes(8).toString('hex')}`;
}

function outcomeOf({ id, token }: Charge, now: number): ChargeOutcome {
  const [, outcome = '', , , made = ''] = TOKEN.exec(token) ?? [];
  const reference = `pi_sandbox_${id}`;
  if (outcome === 'late' && now - Number.parseInt(made, 36) < LATE_MS) return { status: 'pending', reference };
  if (outcome === 'late' || outcome === 'succeeds') return { status: 'succeeded', reference };
  return {
    status: 'declined',
    reference: null,
    message: declines[outcome as SandboxOutcome] ?? paymentMessages.token.message,
  };
}

/** The built-in sandbox; `now` is a clock in milliseconds. */
export function createSandboxPayments(now: () => number = Date.now): Payments {
  return {
    provider: 'sandbox',
    publishableKey: null,
    charge: async (charge) => outcomeOf(charge, now()),
    find: async (charge) => outcomeOf(charge, now()),
    refund: async () => ({ status: 'refunded' }),
    readWebhook() {
      throw new WebhookError('The sandbox sends no events.');
    },
  };
}
