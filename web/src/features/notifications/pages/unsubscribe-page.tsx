import { defineMessages } from '@afterhours/contract/base/message';
import type { unsubscribeFromMails } from '@afterhours/contract/notifications/notification-mail';
import { useState } from 'react';
import { useParams } from 'react-router';
import { AccountFrame } from '#features/account/components/account-frame.tsx';
import { call } from '#lib/api/client.ts';
import { t } from '#lib/text/translate.ts';
import { Button } from '#ui/buttons/button.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';

const texts = defineMessages('notifications.unsubscribe', {
  title: 'Emails about notifications',
  lead: 'Press the button to stop these emails. You’ll still get those about your account and its security.',
  stop: 'Unsubscribe',
  settings: 'Choose which emails you get',
});

const unsubscribe = (token: string) =>
  call<typeof unsubscribeFromMails>('POST', '/notification/unsubscribe', { body: { token }, public: true });

/** The page that the link in mails opens. Opening it changes nothing, because mail scanners open links too. */
export function UnsubscribePage() {
  const { token = '' } = useParams();
  const [busy, setBusy] = useState(false);
  const [response, setResponse] = useState<Awaited<ReturnType<typeof unsubscribe>>>();
  const stop = async () => {
    setBusy(true);
    setResponse(await unsubscribe(token));
    setBusy(false);
  };
  return (
    <AccountFrame
      title={t(texts.title)}
      foot={<TextLink to="/Settings?tab=notification">{t(texts.settings)}</TextLink>}
    >
      {response?.ok ? (
        <Banner tone="success">{response.message}</Banner>
      ) : (
        <>
          {response && <Banner tone="danger">{response.message}</Banner>}
          <p>{t(texts.lead)}</p>
          <Button variant="primary" wide loading={busy} onClick={() => void stop()}>
            {t(texts.stop)}
          </Button>
        </>
      )}
    </AccountFrame>
  );
}
