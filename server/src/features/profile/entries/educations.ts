import type { Education, educationBody } from '@afterhours/contract/profile/profile';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { EntryKind } from './entry-kinds.ts';

export const educations: EntryKind<'educations', z.output<typeof educationBody>, Education> = {
  table: 'educations',
  order: sql`end_date DESC, start_date DESC, id DESC`,
  toColumns: (fields) => ({
    title: fields.title,
    school: fields.school,
    grade: fields.grade || null,
    field_of_study: fields.field_of_study || null,
    activities: fields.activities_and_societies || null,
    description: fields.description || null,
    start_date: fields.startDate,
    end_date: fields.endDate,
  }),
  toView: (row) => ({
    _id: row.id,
    title: row.title,
    school: row.school,
    grade: row.grade,
    field_of_study: row.field_of_study,
    activities_and_societies: row.activities,
    description: row.description,
    startDate: row.start_date,
    endDate: row.end_date,
  }),
  toEntry: (entry) => ({ kind: 'educations', entry }),
};
