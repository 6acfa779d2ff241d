import { defineMessages } from '@afterhours/contract/base/message';
import { useSearchParams } from 'react-router';
import { t } from '#lib/text/translate.ts';
import { Tabs } from '#ui/layout/tabs.tsx';
import { RefusedMembers } from '../mails/refused-members.tsx';
import { WaitingMails } from '../mails/waiting-mails.tsx';
import { StaffFrame } from '../staff/staff-frame.tsx';

const texts = defineMessages('moderation.mailsPage', {
  title: 'Email',
  tabs: 'Which emails',
  failing: 'Refused emails',
  waiting: 'Waiting',
  refused: 'Refused addresses',
});

const ids = ['failing', 'waiting', 'refused'] as const;

/** Mails that are waiting, failing or rejected, for owners. */
export function MailsPage() {
  const [params, setParams] = useSearchParams();
  const tab = ids.find((id) => id === params.get('tab')) ?? 'failing';
  return (
    <StaffFrame title={t(texts.title)} owners>
      <Tabs
        label={t(texts.tabs)}
        tabs={ids.map((id) => ({ id, label: t(texts[id]) }))}
        value={tab}
        onChange={(id) => setParams(id === 'failing' ? {} : { tab: id }, { replace: true })}
      >
        {tab === 'refused' ? <RefusedMembers /> : <WaitingMails key={tab} state={tab} />}
      </Tabs>
    </StaffFrame>
  );
}
