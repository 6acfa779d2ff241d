import { defineMessages } from '@afterhours/contract/base/message';
import { selectOwnUser } from '#features/account/auth-slice.ts';
import { useSiteName } from '#lib/browser/site.ts';
import { useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { ButtonLink } from '#ui/buttons/button-link.tsx';
import { LockedOutFrame } from '../components/locked-out-frame.tsx';

const texts = defineMessages('settings.waiting', {
  title: 'Your request is waiting',
  waits: 'The people who run {site} decide who joins. They have your request, and you will get an email at {email}.',
  confirm: 'The people who run {site} decide who joins. They will get your request once you have confirmed {email}.',
  enter: 'Enter the code',
  can: 'Until then you can export your data, or withdraw your request by deleting your account.',
});

/** Replaces the product until the member's request to join is decided. */
export function WaitingPage() {
  const user = useAppSelector(selectOwnUser);
  const email = user?.email ?? '';
  const unconfirmed = user?.waiting === 'code';
  const lead = (
    <>
      <p>{t(unconfirmed ? texts.confirm : texts.waits, { site: useSiteName(), email })}</p>
      <p>{t(texts.can)}</p>
    </>
  );
  const action = unconfirmed && (
    <ButtonLink to="/verify" variant="primary">
      {t(texts.enter)}
    </ButtonLink>
  );
  return <LockedOutFrame title={t(texts.title)} lead={lead} action={action} />;
}
