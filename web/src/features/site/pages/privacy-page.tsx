import { defineMessages } from '@afterhours/contract/base/message';
import { pageTitle } from '#lib/browser/site.ts';
import { supportEmail } from '#lib/browser/site-texts.ts';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';
import { Sentence } from '#ui/text/sentence.tsx';

const texts = defineMessages('site.privacy', {
  title: 'Privacy Policy',
  effective: 'Effective 5/1/2025',
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
  questions: 'Questions',
  write: 'Write to {address}.',
  askPeople: 'Ask the people who run this community.',
  rules: 'You find the rules of this community in the <terms>Terms and Conditions</terms>.',
});

const settings = <TextLink to="/Settings">{null}</TextLink>;
const terms = <TextLink to="/terms-condition">{null}</TextLink>;

function Contact() {
  if (!supportEmail) return t(texts.askPeople);
  const address = <a href={`mailto:${supportEmail}`}>{supportEmail}</a>;
  return <Sentence text={texts.write} values={{ address }} />;
}

export function PrivacyPage() {
  return (
    <>
      <title>{pageTitle(t(texts.title))}</title>
      <TextPage title={t(texts.title)} meta={t(texts.effective)}>
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
        <h2>{t(texts.questions)}</h2>
        <p>
          <Contact /> <Sentence text={texts.rules} elements={{ terms }} />
        </p>
      </TextPage>
    </>
  );
}
