import type { getGoogleLink, unlinkGoogle } from '@afterhours/contract/account/social-login';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { keepFocus } from '#lib/focus/keep-focus.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { announceOnly } from '#lib/notify.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.googleAccount', {
  label: 'Sign in with Google',
  on: 'Your account is linked to a Google account: you can sign in with it.',
  off: 'Not linked. Your account is linked when you sign in with a Google account that has your email address.',
  unlink: 'Unlink',
});

const loadLink = () => call<typeof getGoogleLink>('GET', '/identities/google');

/** Whether the member can sign in with a Google account, and the button to unlink it. */
export function GoogleAccount() {
  const { data, reload } = useLoading(loadLink);
  const { confirmed, dialog } = useConfirmation();
  const [busy, setBusy] = useState(false);
  if (!data?.available && !data?.linked) return null;
  const unlink = async () => {
    setBusy(true);
    const response = await confirmed(() => call<typeof unlinkGoogle>('DELETE', '/identities/google'));
    if (response.ok) announceOnly(response.message);
    else showFailure(response);
    await reload();
    setBusy(false);
  };
  return (
    <div ref={keepFocus}>
      <SettingRow label={t(texts.label)} value={t(data.linked ? texts.on : texts.off)}>
        {data.linked && (
          <Button loading={busy} onClick={() => void unlink()}>
            {t(texts.unlink)}
          </Button>
        )}
      </SettingRow>
      {dialog}
    </div>
  );
}
