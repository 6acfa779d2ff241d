import { defineMessages } from '@afterhours/contract/base/message';
import { supportEmail } from '#lib/browser/site-texts.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { VersionedPage } from '../components/versioned-page.tsx';
import { WrittenText } from '../components/written-text.tsx';

const texts = defineMessages('site.privacy', {
  title: 'Privacy Policy',
  collect: 'What we collect',
  accountData: 'Account information: your name, email address, phone number, date of birth and country.',
  profileData: 'Profile content, as far as you choose to add it.',
  contentData: 'The posts, comments and messages that you write.',
  purpose: 'What we do with it',
  purposeText: 'We use it to run this service for you. Your data is not sold or shared.',
  leave: 'When you leave',
  leaveText:
    'When you delete your account, all your data is deleted with it. Before that you can take it along as one ' +
    'file. Both are in the <settings>Settings</settings>.',
  reports: 'When something is reported',
  reportsText:
    'When something that you wrote is reported, we keep a copy of it for the decision, and until 30 days after the ' +
    'decision can no longer be appealed.',
  networks:
    'So that the moderators can recognise accounts of the same person, we keep a keyed fingerprint of the network ' +
    'from which you registered and last signed in, for 30 days. The address cannot be read from it.',
  banned:
    'If a member is banned, we keep a keyed fingerprint of their confirmed email address for as long as the ban ' +
    'lasts, so that they cannot join again. The address cannot be read from it.',
  bannedAccounts: 'The same goes for accounts elsewhere, such as at Google, with which they signed in.',
  questions: 'Questions',
  write: 'Write to {address}.',
  askPeople: 'Ask the people who run this community.',
  rules: 'You can find the rules of this community in the <terms>Terms and Conditions</terms>.',
});

const settings = <TextLink to="/Settings">{null}</TextLink>;
const terms = <TextLink to="/terms-condition">{null}</TextLink>;

function Contact() {
  if (!supportEmail) return t(texts.askPeople);
  const address = (
    <a href={`mailto:${supportEmail}`}>
      <bdi>{supportEmail}</bdi>
    </a>
  );
  return <Sentence text={texts.write} values={{ address }} />;
}

/** The built-in policy, for communities that have not written their own. */
function BuiltIn() {
  return (
    <>
      <h2>{t(texts.collect)}</h2>
      <ul>
        <li>{t(texts.accountData)}</li>
        <li>{t(texts.profileData)}</li>
        <li>{t(texts.contentData)}</li>
      </ul>
      <h2>{t(texts.purpose)}</h2>
      <p>{t(texts.purposeText)}</p>
      <h2>{t(texts.leave)}</h2>
      <p>
        <Sentence text={texts.leaveText} elements={{ settings }} />
      </p>
      <p>{t(texts.banned)}</p>
      <p>{t(texts.bannedAccounts)}</p>
    </>
  );
}

/** The privacy policy. Every version includes how the product handles reports, and whom to contact. */
export function PrivacyPage() {
  return (
    <VersionedPage title={t(texts.title)}>
      {({ privacy }) => (
        <>
          {privacy === null ? <BuiltIn /> : <WrittenText text={privacy} />}
          <h2>{t(texts.reports)}</h2>
          <p>{t(texts.reportsText)}</p>
          <p>{t(texts.networks)}</p>
          <h2>{t(texts.questions)}</h2>
          <p>
            <Contact /> <Sentence text={texts.rules} elements={{ terms }} />
          </p>
        </>
      )}
    </VersionedPage>
  );
}
