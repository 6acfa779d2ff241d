import type { Experience, experienceBody } from '@afterhours/contract/profile/profile';
import { sql } from 'kysely';
import type { z } from 'zod/mini';
import type { EntryKind } from './entry-kinds.ts';

/** An experience without an end is a current one: null sorts before every date in descending order. */
export const experiences: EntryKind<'experiences', z.output<typeof experienceBody>, Experience> = {
  table: 'experiences',
  order: sql`end_date DESC, start_date DESC, id DESC`,
  toColumns: (fields) => ({
    title: fields.title,
    company_name: fields.company_name,
    location: fields.location,
    location_type: fields.location_type || null,
    employment_type: fields.employement_type || null,
    description: fields.description || null,
    start_date: fields.startDate,
    end_date: (fields.currently_working ? null : fields.endDate) || null,
  }),
  toView: (row) => ({
    _id: row.id,
    title: row.title,
    company_name: row.company_name,
    location: row.location,
    location_type: row.location_type,
    employement_type: row.employment_type,
    currently_working: row.end_date === null,
    description: row.description,
    startDate: row.start_date,
    endDate: row.end_date,
  }),
  toEntry: (entry) => ({ kind: 'experiences', entry }),
};
