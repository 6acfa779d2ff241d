import { defineMessages } from '@afterhours/contract/base/message';
import type { becomeOwner } from '@afterhours/contract/moderation/staff';
import { useState } from 'react';
import { useLocation } from 'react-router';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { loadOwnUser } from '#features/account/session-commands.ts';
import { call } from '#lib/api/client.ts';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';
import { PageTitle } from '#ui/text/page-title.tsx';

const texts = defineMessages('moderation.owner', {
  title: 'Become the owner',
  doneTitle: 'You are the owner',
  explanation:
    'This community has no owner yet. As its owner you decide who may join, how it looks, and what happens ' +
    'with reports.',
  become: 'Become the owner',
  incomplete: 'This link is incomplete. Open the whole link that the server printed when it started.',
  done: 'You decide who may join this community, how it looks, and what happens with reports.',
  next: 'Turn on two-step verification or add a passkey before you begin. Moderators and owners need one of them.',
  security: 'Go to Sign in & Security',
  start: 'Set up the community',
});

function useBecoming(token: string) {
  const dispatch = useAppDispatch();
  const [pending, setPending] = useState(false);
  const [failed, setFailed] = useState<string>();
  const become = async () => {
    setPending(true);
    const response = await call<typeof becomeOwner>('POST', '/staff/first-owner', { body: { token } });
    setPending(false);
    setFailed(response.ok ? undefined : response.message);
    if (response.ok) await dispatch(loadOwnUser());
  };
  return { pending, failed, become };
}

/** The page behind the link that a server without an owner prints when it starts. */
export function OwnerPage() {
  const token = useLocation().hash.slice(1);
  const user = useAppSelector(selectOwnUser);
  const { pending, failed, become } = useBecoming(token);
  const isOwner = user?.staffRole === 'owner';
  const isReady = user !== null && (user.twoFactorEnabled || user.hasPasskeys);
  const title = t(isOwner ? texts.doneTitle : texts.title);
  const action = isOwner ? (
    <ButtonLink variant="primary" to={isReady ? '/moderation/community' : '/Settings?tab=security'}>
      {t(isReady ? texts.start : texts.security)}
    </ButtonLink>
  ) : (
    token !== '' && (
      <Button variant="primary" loading={pending} onClick={() => void become()}>
        {t(texts.become)}
      </Button>
    )
  );
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <TextPage title={title} actions={action}>
        {failed && <Banner tone="danger">{failed}</Banner>}
        <div role="status">{isOwner && <p>{t(texts.done)}</p>}</div>
        {isOwner && !isReady && <p>{t(texts.next)}</p>}
        {!isOwner && <p>{t(token === '' ? texts.incomplete : texts.explanation)}</p>}
      </TextPage>
    </>
  );
}
