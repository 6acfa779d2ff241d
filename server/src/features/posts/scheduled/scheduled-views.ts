import { noTerms, toJob } from '@afterhours/contract/jobs/jobs';
import type { ScheduledPost } from '@afterhours/contract/posts/scheduled-posts';
import { type AttachmentRow, toAttachmentView } from '../views.ts';
import { toTerms, toTermsView } from '../webinars/terms.ts';
import type { ScheduledRow } from './scheduled-queries.ts';

type Beside = { pictures: Map<string, AttachmentRow>; taxRate: number | null };

/** A scheduled post as its author sees it; pictures that no longer exist are left out. */
export function toScheduledView(row: ScheduledRow, { pictures, taxRate }: Beside): ScheduledPost {
  const { body } = row;
  const terms = toTerms(body, taxRate);
  const attachments = (body.filenames ?? []).flatMap((filename, index) => {
    const picture = pictures.get(filename);
    return picture ? [toAttachmentView({ ...picture, alt: body.alts?.[index] ?? '' })] : [];
  });
  return {
    _id: row.id,
    publishAt: row.publish_at.toISOString(),
    problem: row.problem,
    postType: body.postType,
    visibility: body.visibility ?? null,
    title: body.title || null,
    description: body.description,
    opening: body.opening || null,
    salary: body.salary || null,
    job: body.postType === 'job' ? (toJob(body) ?? noTerms) : null,
    link: body.link || null,
    startsAt: body.startsAt ? new Date(body.startsAt).toISOString() : null,
    timeZone: body.timeZone || null,
    webinar: terms && toTermsView(terms),
    hashtags: body.hashtags ?? [],
    attachments,
    card: body.card !== false,
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  };
}
