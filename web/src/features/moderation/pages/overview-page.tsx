import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Overview } from '../overview/overview.tsx';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.overviewPage', { title: 'Overview' });

/** The community's figures, for owners. */
export function OverviewPage() {
  return (
    <StaffFrame title={t(texts.title)} owners>
      <Overview />
    </StaffFrame>
  );
}
