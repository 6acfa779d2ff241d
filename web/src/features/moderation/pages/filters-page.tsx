import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Filters } from '../filters/filters.tsx';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.filtersPage', { title: 'Filters' });

/** The automatic moderation, for owners. */
export function FiltersPage() {
  return (
    <StaffFrame title={t(texts.title)} owners>
      <Filters />
    </StaffFrame>
  );
}
