import { defineMessages } from '@afterhours/contract/base/message';
import type { StaffCaseDetail } from '@afterhours/contract/moderation/staff-cases';
import type { EvidenceView } from '@afterhours/contract/moderation/staff-evidence';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import { kindNames } from '../case-texts.ts';
import styles from './evidence.module.css';
import { EvidencePictures } from './evidence-pictures.tsx';

const texts = defineMessages('moderation.evidence', {
  open: 'Open it',
  edited: 'As it is now, edited by its author:',
  download: 'Download {file}',
  appealed: 'What the decision is about: {kind}',
});

const PICTURE = /\.(jpe?g|png|webp|gif)$/i;

/** Lists the names of files that are neither shown as pictures nor offered as documents. */
const listOthers = ({ files, pictures, documents = [] }: EvidenceView): string[] =>
  files.filter(
    (file) => (pictures.length === 0 || !PICTURE.test(file)) && documents.every(({ name }) => name !== file),
  );

/** Leaves out the descriptions of pictures at the end of a copied text, because they are shown with the pictures. */
function cutDescriptions(text: string, { pictures }: EvidenceView): string {
  const descriptions = pictures.flatMap(({ alt }) => alt || []).join('\n\n');
  if (text === descriptions) return '';
  const ending = `\n\n${descriptions}`;
  return descriptions && text.endsWith(ending) ? text.slice(0, -ending.length) : text;
}

/** The copy that was made when the content was first reported or found by a filter. */
export function Evidence({ of, path = null }: { of: EvidenceView; path?: string | null }) {
  return (
    <blockquote className={styles.evidence}>
      {of.title && (
        <p dir="auto">
          <strong>{of.title}</strong>
        </p>
      )}
      <p dir="auto" className={styles.text}>
        {cutDescriptions(of.text, of)}
      </p>
      {of.edited && (
        <>
          <p className={styles.quiet}>{t(texts.edited)}</p>
          <p dir="auto" className={styles.text}>
            {cutDescriptions(of.edited, of)}
          </p>
        </>
      )}
      {of.link && <p>{of.link}</p>}
      <EvidencePictures pictures={of.pictures} />
      {of.documents?.map(({ name, url }) => (
        <p key={url}>
          <a href={url} download={name}>
            <Sentence text={texts.download} values={{ file: name }} />
          </a>
        </p>
      ))}
      {listOthers(of).map((file) => (
        <p key={file} dir="auto">
          {file}
        </p>
      ))}
      {path && <TextLink to={path}>{t(texts.open)}</TextLink>}
    </blockquote>
  );
}

/** The content that the appealed decision is about. */
export function Appealed({ of }: { of: NonNullable<StaffCaseDetail['appealed']> }) {
  const name = t(texts.appealed, { kind: t(kindNames[of.kind]) });
  return (
    <section aria-label={name} className={styles.part}>
      <h3>{name}</h3>
      <Evidence of={of.evidence} />
    </section>
  );
}
