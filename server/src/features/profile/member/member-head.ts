import { isId } from '@afterhours/contract/base/fields';
import { requireMember } from '#access/members.ts';
import { AppError } from '#http/errors/errors.ts';
import type { PageHead } from '#http/pages/page-heads.ts';
import type { Services } from '#services.ts';
import { type MemberHeadRow, selectMemberHead } from '../queries.ts';

const toMemberHead = (id: string, row: MemberHeadRow, publicUrl: string): PageHead => ({
  type: 'profile',
  title: [`${row.first_name} ${row.last_name}`, row.profession].filter(Boolean).join(' · '),
  description: row.intro_details || row.bio || undefined,
  // The name without a width is the largest JPEG.
  image: row.image ? `${publicUrl}/api/uploads/users/${row.image}` : undefined,
  path: `/results/view-profile/${id}`,
});

/**
 * Returns what previews of links to a member show, public fields only. Null when nobody may see them, or there is no
 * such member.
 */
export async function getMemberHead({ db, config }: Services, address: string): Promise<PageHead | null> {
  const id = address.toLowerCase();
  if (!isId(id)) return null;
  try {
    await requireMember(db, null, id);
  } catch (error) {
    if (error instanceof AppError && error.status === 404) return null;
    throw error;
  }
  const row = await selectMemberHead(db, id);
  return row ? toMemberHead(id, row, config.publicUrl) : null;
}
