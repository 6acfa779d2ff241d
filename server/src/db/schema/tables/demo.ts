import type { Generated } from 'kysely';
import type { Defaulted } from './members.ts';

/** Whether to fill the community with demo content; no row until the operator has decided. */
export type DemoCommunityTable = { one: Generated<boolean>; filled: boolean; decided_at: Defaulted<Date> };
