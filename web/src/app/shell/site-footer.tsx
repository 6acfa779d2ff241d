import { defineMessages } from '@afterhours/contract/base/message';
import { t } from '#lib/text/translate.ts';
import { Footer } from '#ui/layout/footer.tsx';

const texts = defineMessages('app.footer', {
  home: 'Home',
  posts: 'Posts',
  jobs: 'Jobs',
  webinars: 'Webinars',
  settings: 'Settings',
  terms: 'Terms',
  privacy: 'Privacy',
  profile: 'Profile',
});

/** The footer with its links; Posts and Jobs open the feed filtered by that type. */
export function SiteFooter() {
  return (
    <Footer
      links={[
        { label: t(texts.home), to: '/home' },
        { label: t(texts.posts), to: '/home?type=general' },
        { label: t(texts.jobs), to: '/home?type=job' },
        { label: t(texts.webinars), to: '/webinars' },
        { label: t(texts.settings), to: '/Settings' },
        { label: t(texts.terms), to: '/terms-condition' },
        { label: t(texts.privacy), to: '/privacy-policy' },
        { label: t(texts.profile), to: '/Profile' },
      ]}
    />
  );
}
