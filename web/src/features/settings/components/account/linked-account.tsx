import type { getOidcLink, startOidcLink, unlinkOidc } from '@afterhours/contract/account/oidc';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { departToLink, startLinking } from '#features/account/sign-in/oidc-steps.ts';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { announceOnly, showError } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.linkedAccount', {
  label: 'Sign in with {name}',
  on: 'Your account is linked: you can sign in with {name}.',
  off: 'Link your account to sign in with {name}.',
  link: 'Link',
  unlink: 'Unlink',
});

const loadLink = () => call<typeof getOidcLink>('GET', '/identities/oidc');

function useLink(reload: () => Promise<void>) {
  const { confirmed, dialog } = useConfirmation();
  const [busy, setBusy] = useState(false);
  const link = async () => {
    setBusy(true);
    const departed = departToLink(await confirmed<typeof startOidcLink>(startLinking));
    if ('address' in departed) return location.assign(departed.address);
    setBusy(false);
    showError(departed.problem);
  };
  const unlink = async () => {
    setBusy(true);
    const response = await confirmed<typeof unlinkOidc>(() => call<typeof unlinkOidc>('DELETE', '/identities/oidc'));
    if (response.ok) {
      await reload();
      announceOnly(response.message);
    } else showFailure(response);
    setBusy(false);
  };
  return { link, unlink, busy, dialog };
}

/** The linked account at the community's sign-in provider, if one is configured. */
export function LinkedAccount() {
  const { data, reload } = useLoading(loadLink);
  const { link, unlink, busy, dialog } = useLink(reload);
  if (!data?.provider) return null;
  const { provider: name, linked } = data;
  return (
    <div>
      <SettingRow label={t(texts.label, { name })} value={t(linked ? texts.on : texts.off, { name })}>
        <Button loading={busy} onClick={() => void (linked ? unlink() : link())}>
          {t(linked ? texts.unlink : texts.link)}
        </Button>
      </SettingRow>
      {dialog}
    </div>
  );
}
