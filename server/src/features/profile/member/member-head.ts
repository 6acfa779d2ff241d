import { isId } from '@afterhours/contract/base/fields';
import { isCovered, labelNotes } from '@afterhours/contract/constants/labels';
import { requireMember } from '#access/members.ts';
import { AppError } from '#http/errors/errors.ts';
import type { PageHead } from '#http/pages/page-heads.ts';
import type { Services } from '#services.ts';
import { english } from '#texts/english.ts';
import { type MemberHeadRow, selectMemberHead } from '../queries.ts';

function toMemberHead(id: string, row: MemberHeadRow, publicUrl: string): PageHead {
  const name = `${row.first_name} ${row.last_name}`;
  const path = `/results/view-profile/${id}`;
  if (isCovered(row.label)) return { type: 'profile', title: name, description: english(labelNotes.sensitive), path };
  return {
    type: 'profile',
    title: [name, row.profession].filter(Boolean).join(' · '),
    description: row.intro_details || row.bio || undefined,
    // The name without a width is the largest JPEG.
    image: row.image ? `${publicUrl}/api/uploads/users/${row.image}` : undefined,
    path,
  };
}

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
