/**
 * Payments for a server without keys: no money moves. A token contains what the card does, its brand and last four
 * digits, and when it was created; only what people respond is stored. So a restart changes nothing.
 */
import { randomBytes } from 'node:crypto';
import { paymentMessages } from '@afterhours/contract/constants/payments';
import { cardDigits, type SandboxOutcome, sandboxCards } from '@afterhours/contract/payments/payments';
import { type Charge, type ChargeOutcome, type Payments, type SellerAccounts, WebhookError } from './payments.ts';
import type { SandboxNote, SandboxNotes } from './sandbox-notes.ts';

const LATE_MS = 8_000;
const TOKEN = /^tok_sandbox_(\w+?)_(visa)_(\d{4})_([0-9a-z]+)_[0-9a-f]{16}$/;

const declines: Partial<Record<SandboxOutcome, string>> = {
  declined: paymentMessages.declined.message,
  no_funds: paymentMessages.noFunds.message,
  expired: paymentMessages.expired.message,
};

export const isDisputedToken = (token: string): boolean => token.startsWith('tok_sandbox_disputed_');

/** Returns a token for one of the test cards; the number itself is discarded here. Throws for any other number. */
export function createSandboxToken(number: string): string {
  const digits = cardDigits(number);
  const card = sandboxCards.find((known) => known.number === digits);
  if (!card) throw new Error('not a test card');
  const made = Date.now().toString(36);
  return `tok_sandbox_${card.outcome}_visa_${digits.slice(-4)}_${made}_${randomBytes(8).toString('hex')}`;
}

/** Returns the outcome for a card whose owner has to confirm each payment. */
function secureOutcome(reference: string, challenge: SandboxNote['challenge']): ChargeOutcome {
  if (challenge === null) return { status: 'action', reference, clientSecret: null };
  if (challenge === 'confirmed') return { status: 'succeeded', reference };
  const { notConfirmed, notCompleted } = paymentMessages;
  return { status: 'declined', reference, message: (challenge === 'declined' ? notConfirmed : notCompleted).message };
}

/** Returns the outcome for a card whose owner disputes each payment, a moment after it. */
function disputedOutcome(reference: string, made: number, { note, now }: { note: SandboxNote; now: number }) {
  if (note.dispute === 'lost') return { status: 'refunded', reference, dispute: 'lost' } as const;
  const dispute = note.dispute ?? (now - made < LATE_MS ? null : 'open');
  return { status: 'succeeded', reference, dispute } as const;
}

function outcomeOf({ id, token }: Charge, note: SandboxNote, now: number): ChargeOutcome {
  const [, outcome = '', , , made = ''] = TOKEN.exec(token) ?? [];
  const reference = `pi_sandbox_${id}`;
  const madeAt = Number.parseInt(made, 36);
  if (outcome === 'secure') return secureOutcome(reference, note.challenge);
  if (outcome === 'disputed') return disputedOutcome(reference, madeAt, { note, now });
  if (outcome === 'late' && now - madeAt < LATE_MS) return { status: 'pending', reference };
  if (outcome === 'late' || outcome === 'succeeds') return { status: 'succeeded', reference };
  return {
    status: 'declined',
    reference: null,
    message: declines[outcome as SandboxOutcome] ?? paymentMessages.token.message,
  };
}

/** Accounts in the sandbox are ready at once, and pay out nothing by themselves. */
const sandboxAccounts: SellerAccounts = {
  open: async (key) => `acct_sandbox_${key}`,
  link: async (_account, { back }) => back,
  find: async () => ({ chargesEnabled: true, payoutsEnabled: true, detailsSubmitted: true }),
  findPayout: async () => null,
};

const noNotes: SandboxNotes = { load: async () => undefined, note: async () => undefined };
const unanswered: SandboxNote = { challenge: null, dispute: null };

/** The built-in sandbox; `now` is a clock in milliseconds. */
export function createSandboxPayments(now: () => number, notes: SandboxNotes = noNotes): Payments {
  const findOutcome = async (charge: Charge) => outcomeOf(charge, (await notes.load(charge.id)) ?? unanswered, now());
  return {
    provider: 'sandbox',
    publishableKey: null,
    charge: findOutcome,
    find: findOutcome,
    async cancel(charge) {
      await notes.note({ payment_id: charge.id, challenge: 'cancelled', dispute: null });
      return findOutcome(charge);
    },
    refund: async () => ({ status: 'refunded' }),
    accounts: sandboxAccounts,
    // Nobody else stores the sandbox's charges.
    async *listCharged() {},
    readWebhook() {
      throw new WebhookError('The sandbox sends no events.');
    },
  };
}
