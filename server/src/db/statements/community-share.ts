import { sql } from 'kysely';

/** SQL: the community's share of the payment `pay`. Of a refunded one, that is what it has kept. */
export const COMMUNITY_SHARE = sql`
  pay.application_fee - CASE WHEN pay.status = 'refunded' THEN returned_share(pay) ELSE 0 END`;
