import type { Generated } from 'kysely';
import type { Defaulted } from './members.ts';

/** The decision about the demo community; no row until it is made. */
export type DemoCommunityTable = { one: Generated<boolean>; filled: boolean; decided_at: Defaulted<Date> };
