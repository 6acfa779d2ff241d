import type { Goal, goalBody } from '@afterhours/contract/profile/profile';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { EntryKind } from './entry-kinds.ts';

export const goals: EntryKind<'goals', z.output<typeof goalBody>, Goal> = {
  table: 'goals',
  order: sql`id DESC`,
  toColumns: ({ title, type, description }) => ({ title, type, description }),
  toView: ({ id, title, type, description }) => ({ _id: id, title, type, description }),
  toEntry: (entry) => ({ kind: 'goals', entry }),
};
