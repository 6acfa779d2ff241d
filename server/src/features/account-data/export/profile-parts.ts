/** The profile parts of the export: what members list on their profiles. */
import { sql } from 'kysely';
import { exportedColumns } from './columns.ts';
import { type ExportPart, part } from './part.ts';
import { exportTexts } from './texts.ts';

export const profileParts: readonly ExportPart[] = [
  part(
    'goals.json',
    exportTexts.goals,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('goals', 't')} AS entry FROM goals t WHERE t.user_id = ${me}`,
  ),
  part(
    'skills.json',
    exportTexts.skills,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('skills', 't')} AS entry FROM skills t WHERE t.user_id = ${me}`,
  ),
  part(
    'educations.json',
    exportTexts.educations,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('educations', 't')} AS entry FROM educations t WHERE t.user_id = ${me}`,
  ),
  part(
    'experiences.json',
    exportTexts.experiences,
    (me) => sql`
    SELECT t.id AS key, ${exportedColumns('experiences', 't')} AS entry FROM experiences t WHERE t.user_id = ${me}`,
  ),
  part(
    'links.json',
    exportTexts.links,
    // A row's key is derived from its position, because parts are read in pages by a uuid.
    (me) => sql`
    SELECT lpad((position + 1)::text, 32, '0')::uuid AS key, jsonb_build_object('label', label, 'url', url) AS entry
    FROM profile_links WHERE user_id = ${me}`,
  ),
];
