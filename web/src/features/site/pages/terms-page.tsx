import { pageTitle } from '#lib/browser/site.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { TextPage } from '#ui/layout/text-page.tsx';

export function TermsPage() {
  return (
    <>
      <title>{pageTitle('Terms and Conditions')}</title>
      <TextPage title="Terms and Conditions" meta="Effective 5/1/2025">
        <h2>Who may join</h2>
        <p>You must be at least 18 years old to have an account here.</p>
        <h2>Your account</h2>
        <p>
          You are responsible for keeping your password to yourself, for everything that happens through your account,
          and for the accuracy of what you tell about yourself.
        </p>
        <h2>Your content</h2>
        <p>
          What you write and upload stays yours. You grant us a non-exclusive license to display it to other people as
          part of this service, and nothing more.
        </p>
        <h2>What is not allowed</h2>
        <ul>
          <li>Harmful content, spam, and content that infringes the rights of others.</li>
          <li>Bots and other automated use.</li>
          <li>Harassment of other people.</li>
          <li>Misrepresenting who you are.</li>
        </ul>
        <h2>Leaving</h2>
        <p>
          You can delete your account at any time, in the <TextLink to="/Settings">Settings</TextLink>.
        </p>
        <h2>No warranty</h2>
        <p>The service is provided as is and as available, without warranties of any kind.</p>
        <h2>Limits of liability</h2>
        <p>
          As far as the law allows, we are not liable for indirect or consequential damage, or for loss of profits, data
          or goodwill that comes from using the service or from not being able to use it.
        </p>
        <p>
          The <TextLink to="/privacy-policy">Privacy Policy</TextLink> describes how we handle your data.
        </p>
      </TextPage>
    </>
  );
}
