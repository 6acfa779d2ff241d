/** Passkeys work only at the host where they were created. */
import { relyingPartyOf } from '#platform/relying-party.ts';
import { counted } from '#texts/counted.ts';
import { type Check, ok, warn } from './finding.ts';

export const checkPasskeys: Check = {
  name: 'Passkeys',
  async run({ config, pool }) {
    const host = relyingPartyOf(config.publicUrl)?.id ?? null;
    const { rows } = await pool.query<{ rp_id: string; count: number }>(
      'SELECT rp_id, count(*)::integer AS count FROM credentials WHERE rp_id IS DISTINCT FROM $1 GROUP BY 1 ORDER BY 1',
      [host],
    );
    if (rows.length === 0) return [ok('all of them work at the present address')];
    return rows.map(({ rp_id, count }) =>
      warn(
        `${counted(count, 'passkey does', 'passkeys do')} not work at ${config.publicUrl}: created at ${rp_id}`,
        'Restore the previous PUBLIC_URL, or let their members sign in another way and add new ones.',
      ),
    );
  },
};
