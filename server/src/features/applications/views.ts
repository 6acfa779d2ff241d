import type { ApplicationStatus } from '@afterhours/contract/constants/applications';
import type { Application, MyApplication, OwnApplication } from '@afterhours/contract/jobs/applications';
import { toPersonView } from '#features/people/views.ts';
import type { ApplicationRow, OwnRow } from './queries.ts';

export const toApplicationView = (row: ApplicationRow): Application => ({
  _id: row.application_id,
  post_id: row.post_id,
  applicant: toPersonView(row),
  status: row.status,
  statusAt: row.status_at.toISOString(),
  rejectsAt: row.rejects_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
  words: row.words,
  answers: row.answers,
  cv: row.cv,
  note: row.note,
});

export const toOwnView = (row: OwnRow): OwnApplication => ({
  _id: row.application_id,
  status: row.status,
  statusAt: row.status_at.toISOString(),
  createdAt: row.created_at.toISOString(),
  job: row.visible ? { _id: row.post_id, title: row.title, closed: row.closed } : null,
  poster: row.visible ? toPersonView(row) : null,
  cv: row.cv,
  removedAt: row.removed_at?.toISOString() ?? null,
});

export const toMyView = (row: { id: string; status: ApplicationStatus; status_at: Date }): MyApplication => ({
  _id: row.id,
  status: row.status,
  statusAt: row.status_at.toISOString(),
});
