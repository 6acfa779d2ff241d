import { places } from '#features/site/places.ts';
import { t } from '#lib/text/translate.ts';
import { Footer } from '#ui/layout/footer.tsx';

/** The footer with its links. */
export const SiteFooter = () => <Footer links={places.map(([label, to]) => ({ label: t(label), to }))} />;
