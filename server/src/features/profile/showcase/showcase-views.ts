import type { Showcase } from '@afterhours/contract/profile/showcase';
import { toAttachmentView } from '#features/posts/views.ts';
import type { ShowcaseRow } from './showcase-queries.ts';

export const toShowcase = ({ links, pictures }: ShowcaseRow): Showcase => ({
  links: links ?? [],
  pictures: (pictures ?? []).map((row) => ({ ...toAttachmentView(row), post_id: row.post_id })),
});
