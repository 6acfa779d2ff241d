import { profileMessages, type Skill, type skillBody } from '@afterhours/contract/profile/profile';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { EntryKind } from './entry-kinds.ts';

export const skills: EntryKind<'skills', z.output<typeof skillBody>, Skill> = {
  table: 'skills',
  order: sql`id DESC`,
  toColumns: ({ title }) => ({ title }),
  toView: ({ id, title }) => ({ _id: id, title }),
  toEntry: (entry) => ({ kind: 'skills', entry }),
  once: { constraint: 'skills_once', message: profileMessages.skillTwice },
};
