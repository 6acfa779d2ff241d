import { defineMessages } from '@afterhours/contract/base/message';
import { Fragment, type ReactNode } from 'react';
import { loadCommunity } from '#features/community/community-commands.ts';
import { useSiteName } from '#lib/browser/site.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { VersionedPage } from '../components/versioned-page.tsx';
import { WrittenText } from '../components/written-text.tsx';
import styles from './terms-page.module.css';

const texts = defineMessages('site.terms', {
  title: 'Terms and Conditions',
  join: 'Who may join',
  joinText: 'You must be at least 18 years old to have an account here.',
  account: 'Your account',
  accountText:
    'You are responsible for keeping your password to yourself, for everything that happens through your account,' +
    ' and for the accuracy of what you say about yourself.',
  content: 'Your content',
  contentText:
    'What you write and upload stays yours. You grant us a non-exclusive licence to display it to other people as' +
    ' part of this service, and nothing more.',
  forbidden: 'What is not allowed',
  harmful: 'Harmful content, spam, and content that infringes the rights of others.',
  bots: 'Bots and other automated use.',
  harassment: 'Harassment of other people.',
  misrepresenting: 'Misrepresenting who you are.',
  leave: 'Leaving',
  leaveText: 'You can delete your account at any time, in the <settings>Settings</settings>.',
  warranty: 'No warranty',
  warrantyText: 'The service is provided as is and as available, without warranties of any kind.',
  liability: 'Limits of liability',
  liabilityText:
    'As far as the law allows, we are not liable for indirect or consequential damage, or for loss of profits, ' +
    'data or goodwill that comes from using the service or from not being able to use it.',
  privacy: 'The <privacy>Privacy Policy</privacy> describes how we handle your data.',
  rules: 'Rules of {site}',
});

const settings = <TextLink to="/Settings">{null}</TextLink>;
const privacy = <TextLink to="/privacy-policy">{null}</TextLink>;

/** The headings, each with its text. */
const sections = [
  [texts.join, texts.joinText],
  [texts.account, texts.accountText],
  [texts.content, texts.contentText],
] as const;
const forbidden = [texts.harmful, texts.bots, texts.harassment, texts.misrepresenting] as const;

/** The community's own rules, above the general terms. */
function Rules({ rules }: { rules: string | null }) {
  const site = useSiteName();
  if (!rules) return null;
  return (
    <>
      <h2>{t(texts.rules, { site })}</h2>
      {rules.split(/\n{2,}/).map((paragraph) => (
        <p key={paragraph} dir="auto" className={styles.written}>
          {paragraph}
        </p>
      ))}
    </>
  );
}

/** The built-in terms, for communities that have not written their own. */
const BuiltIn = (): ReactNode => (
  <>
    {sections.map(([heading, text]) => (
      <Fragment key={heading.id}>
        <h2>{t(heading)}</h2>
        <p>{t(text)}</p>
      </Fragment>
    ))}
    <h2>{t(texts.forbidden)}</h2>
    <ul>
      {forbidden.map((text) => (
        <li key={text.id}>{t(text)}</li>
      ))}
    </ul>
    <h2>{t(texts.leave)}</h2>
    <p>
      <Sentence text={texts.leaveText} elements={{ settings }} />
    </p>
    <h2>{t(texts.warranty)}</h2>
    <p>{t(texts.warrantyText)}</p>
    <h2>{t(texts.liability)}</h2>
    <p>{t(texts.liabilityText)}</p>
    <p>
      <Sentence text={texts.privacy} elements={{ privacy }} />
    </p>
  </>
);

export function TermsPage() {
  const community = useLoading(loadCommunity);
  return (
    <VersionedPage title={t(texts.title)} rest={community}>
      {({ terms }) => (
        <>
          <Rules rules={community.data?.rules ?? null} />
          {terms === null ? <BuiltIn /> : <WrittenText text={terms} />}
        </>
      )}
    </VersionedPage>
  );
}
