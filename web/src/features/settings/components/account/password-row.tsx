import type { OwnUser } from '@afterhours/contract/account/account';
import { defineMessages } from '@afterhours/contract/base/message';
import { useState } from 'react';
import { mailPasswordLink } from '#features/settings/settings-commands.ts';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { passwordsUsed } from '#lib/browser/site.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { useDialog } from '#ui/overlays/use-dialog.ts';
import { lazyPart } from '#ui/parts/lazy-part.tsx';
import { SettingRow } from '../setting-row.tsx';

const texts = defineMessages('settings.password', {
  set: 'Set a password',
  setHint: 'You sign in without a password. We can email you a link to set one, too.',
  changeHint: 'This signs you out everywhere else, and ends the address of your calendar.',
});

const ChangePassword = lazyPart(async () => (await import('./change-password.tsx')).ChangePassword);

/** Members who signed up with Google set a first password by mail, which also proves that the address is theirs. */
function SetPassword({ email }: { email: string }) {
  const [result, setResult] = useState<{ ok: boolean; message: string }>();
  const [pending, setPending] = useState(false);
  const send = async () => {
    setPending(true);
    const { ok, message } = await mailPasswordLink(email);
    setPending(false);
    setResult({ ok, message });
  };
  return (
    <div>
      <SettingRow label={t(texts.set)} value={t(texts.setHint)}>
        <Button loading={pending} onClick={() => void send()}>
          {t(texts.set)}
        </Button>
      </SettingRow>
      {result && <Banner tone={result.ok ? 'success' : 'danger'}>{result.message}</Banner>}
    </div>
  );
}

export function PasswordRow({ user }: { user: OwnUser }) {
  const { shown, show, close } = useDialog();
  if (!passwordsUsed) return null;
  if (!user.hasPassword) return <SetPassword email={user.email} />;
  return (
    <div>
      <SettingRow label={t(settingsTexts.changePassword)} value={t(texts.changeHint)} onPress={() => show()} />
      {shown && <ChangePassword key={shown.key} email={user.email} open={shown.open} onClose={close} />}
    </div>
  );
}
