/**
 * What the sandbox stores about a charge because a token cannot contain it: the payer's response and a dispute's end.
 */
import type { Insertable, Selectable } from 'kysely';
import type { Db } from '#db/connection/pool.ts';
import type { SandboxChargesTable } from '#db/schema/tables/payments.ts';

export type SandboxNote = Omit<Selectable<SandboxChargesTable>, 'payment_id'>;

export type SandboxNotes = {
  load(paymentId: string): Promise<SandboxNote | undefined>;
  /** Stores a response, unless there is one. */
  note(note: Insertable<SandboxChargesTable>): Promise<void>;
};

export const createSandboxNotes = (db: Db): SandboxNotes => ({
  load: (paymentId) =>
    db
      .selectFrom('sandbox_charges')
      .select(['challenge', 'dispute'])
      .where('payment_id', '=', paymentId)
      .executeTakeFirst(),
  async note(note) {
    await db
      .insertInto('sandbox_charges')
      .values(note)
      .onConflict((conflict) =>
        conflict.column('payment_id').doUpdateSet((eb) => ({
          challenge: eb.fn.coalesce('sandbox_charges.challenge', 'excluded.challenge'),
          dispute: eb.fn.coalesce('sandbox_charges.dispute', 'excluded.dispute'),
        })),
      )
      .execute();
  },
});
