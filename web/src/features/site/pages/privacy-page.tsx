import { pageTitle, supportEmail } from '#lib/browser/site.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';

export function PrivacyPage() {
  return (
    <>
      <title>{pageTitle('Privacy Policy')}</title>
      <TextPage title="Privacy Policy" meta="Effective 5/1/2025">
        <h2>What we collect</h2>
        <ul>
          <li>Account information: your name, e-mail address, phone number, date of birth and country.</li>
          <li>Profile content, as far as you choose to add it.</li>
          <li>The posts, comments and messages that you write.</li>
        </ul>
        <h2>What we do with it</h2>
        <p>We use it to run this service for you. Your data is not sold or shared.</p>
        <h2>When you leave</h2>
        <p>
          When you delete your account, all your data is deleted with it. Before that you can take it along as one file.
          Both are in the <TextLink to="/Settings">Settings</TextLink>.
        </p>
        <h2>Questions</h2>
        <p>
          {supportEmail ? (
            <>
              Write to <a href={`mailto:${supportEmail}`}>{supportEmail}</a>.
            </>
          ) : (
            'Ask the people who run this community.'
          )}{' '}
          You find the rules of this community in the <TextLink to="/terms-condition">Terms and Conditions</TextLink>.
        </p>
      </TextPage>
    </>
  );
}
