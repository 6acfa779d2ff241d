import type { OwnUser } from '@afterhours/contract/account/account';
import { accountDataMessages } from '@afterhours/contract/account/account-data';
import { heldPassword } from '@afterhours/contract/account/sign-in';
import { issueText } from '@afterhours/contract/base/issue';
import { defineMessages } from '@afterhours/contract/base/message';
import { type ComponentProps, useId } from 'react';
import * as z from 'zod/mini';
import { FormMessage } from '#features/account/components/form-message.tsx';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { leave } from '#features/settings/settings-commands.ts';
import { settingsTexts } from '#features/settings/settings-texts.ts';
import { useQuestion } from '#features/settings/use-question.ts';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Banner } from '#ui/feedback/banner.tsx';
import { TextField } from '#ui/fields/text-field.tsx';
import { ConfirmDialog } from '#ui/overlays/confirm-dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from '../settings.module.css';
import { CurrentPassword } from '../step-form.tsx';

const texts = defineMessages('settings.deleteAccount', {
  lead: 'This cannot be undone. Along with your account, we delete:',
  profile: 'your profile, with its pictures and everything on it',
  posts: 'your posts and scheduled posts, comments, likes, ratings and bookmarks',
  webinars: 'your webinars; those who paid for one that is still to come are refunded',
  seats: 'your seats in webinars, which are not refunded, and your applications for jobs',
  messages: 'the messages and files you sent; the others see “Deleted member”',
  relationships: 'your connections, follows and notifications',
  owner: 'You are an owner. If nobody else is, make somebody else an owner first, under <link>Team</link>.',
  sold: 'If you are still owed money for webinars, have it paid out first. See <link>Earnings</link>.',
  address: 'Your email address',
  addressHint: 'Type {email} to confirm.',
  question: 'Delete your account permanently?',
  confirm: 'Delete permanently',
  keep: 'Keep my account',
  final: '{name}, nobody can bring it back, not even us. If you want to keep your data, export it first.',
});

type DeleteAccountProps = { user: OwnUser; open: boolean; onClose: () => void };

const wrongConfirmation = issueText(accountDataMessages.wrongConfirmation);
const byPassword = z.object({
  password: heldPassword(),
  confirmation: z.string(),
});
const byAddress = (email: string) =>
  z.object({
    password: z.string(),
    confirmation: z.string().check(z.refine((typed) => typed.trim().toLowerCase() === email, wrongConfirmation)),
  });

/** Lists what is deleted with the account. */
function Losses() {
  return (
    <ul className={styles.list}>
      {[texts.profile, texts.posts, texts.webinars, texts.seats, texts.messages, texts.relationships].map((loss) => (
        <li key={loss.id}>{t(loss)}</li>
      ))}
    </ul>
  );
}

/** What has to be done before the account is deleted: nobody can do it afterwards. */
function FirstSteps({ staffRole, hasSold }: OwnUser) {
  return (
    <>
      {staffRole === 'owner' && (
        <Banner tone="lamp">
          <Sentence text={texts.owner} elements={{ link: <TextLink to="/moderation/team">{null}</TextLink> }} />
        </Banner>
      )}
      {hasSold && (
        <Banner tone="lamp">
          <Sentence text={texts.sold} elements={{ link: <TextLink to="/me/earnings">{null}</TextLink> }} />
        </Banner>
      )}
    </>
  );
}

type ConfirmationProps = Omit<ComponentProps<typeof TextField>, 'label'> & { email: string };

/** Replaces the password field for members without a password: they type their address. */
function ConfirmationField({ email, ...field }: ConfirmationProps) {
  return (
    <TextField
      {...field}
      label={t(texts.address)}
      hint={t(texts.addressHint, { email })}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required
    />
  );
}

function LastQuestion({ name, asking, answer }: { name: string; asking: boolean; answer: (yes: boolean) => void }) {
  return (
    <ConfirmDialog
      open={asking}
      title={t(texts.question)}
      confirmLabel={t(texts.confirm)}
      cancelLabel={t(texts.keep)}
      danger
      onConfirm={() => answer(true)}
      onCancel={() => answer(false)}
    >
      <Sentence text={texts.final} values={{ name }} />
    </ConfirmDialog>
  );
}

/** Deletes the account after the password, or the address, and a final confirmation. */
export function DeleteAccount({ user, open, onClose }: DeleteAccountProps) {
  const dispatch = useAppDispatch();
  const id = useId();
  const { asking, ask, answer } = useQuestion();
  const { confirmed, dialog } = useConfirmation();
  const { form, field, message, failure, wait, pending, onSubmit } = useForm({
    initial: { password: '', confirmation: '' },
    schema: user.hasPassword ? byPassword : byAddress(user.email),
    submit: async ({ password, confirmation }) => {
      if (!(await ask())) return undefined;
      return dispatch(leave(user.hasPassword ? { password } : { confirmation }, confirmed));
    },
  });
  return (
    <>
      <FormDialog
        open={open}
        onClose={onClose}
        title={t(settingsTexts.deleteAccount)}
        description={t(texts.lead)}
        form={id}
        submitLabel={t(settingsTexts.deleteAccount)}
        danger
        dirty={false}
        pending={pending}
        unready={wait > 0}
      >
        <form id={id} ref={form} noValidate className={styles.form} onSubmit={(event) => void onSubmit(event)}>
          <Losses />
          <FirstSteps {...user} />
          {user.hasPassword ? (
            <CurrentPassword {...field('password')} />
          ) : (
            <ConfirmationField {...field('confirmation')} email={user.email} />
          )}
          <FormMessage {...{ message, failure, wait }} />
        </form>
      </FormDialog>
      <LastQuestion name={user.firstName} asking={asking} answer={answer} />
      {dialog}
    </>
  );
}
