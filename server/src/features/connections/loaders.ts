import type { ConnectionStatus } from '@afterhours/contract/people/connections';
import { sql } from 'kysely';
import type { Db } from '#db/connection/pool.ts';

/**
 * Returns the viewer's relationship with another member, as the viewer sees it: if they ignored an invitation, there is
 * none.
 */
export async function loadConnectionStatus(db: Db, viewerId: string, userId: string): Promise<ConnectionStatus> {
  const { rows } = await sql<{ connected: boolean; sent: boolean; received: boolean }>`
    SELECT
      EXISTS (SELECT 1 FROM connections c
        WHERE c.user_id = ${viewerId}::uuid AND c.other_user_id = ${userId}::uuid) AS connected,
      EXISTS (SELECT 1 FROM connection_requests r
        WHERE r.from_user_id = ${viewerId}::uuid AND r.to_user_id = ${userId}::uuid AND r.status <> 'accepted') AS sent,
      EXISTS (SELECT 1 FROM connection_requests r
        WHERE r.from_user_id = ${userId}::uuid AND r.to_user_id = ${viewerId}::uuid
          AND r.status = 'pending') AS received
  `.execute(db);
  const [found] = rows;
  if (found?.connected) return 'connected';
  if (found?.received) return 'received';
  return found?.sent ? 'sent' : 'none';
}
