import { defineMessages, type MessageDescriptor } from '@afterhours/contract/base/message';
import type { listPostRevisions, PostRevision } from '@afterhours/contract/posts/post-revisions';
import { call } from '#lib/api/client.ts';
import { pageQuery, usePages } from '#lib/lists/use-pages.ts';
import { formatExact, formatPlanned } from '#lib/text/format.ts';
import { t } from '#lib/text/translate.ts';
import { ListFoot } from '#ui/feedback/list-foot.tsx';
import { PersonSkeleton } from '#ui/feedback/skeleton.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { formTexts } from '../post-texts.ts';
import { Changed } from './changed.tsx';
import styles from './revisions-dialog.module.css';

const texts = defineMessages('posts.revisions', {
  title: 'Edit history',
  now: 'Now',
  published: 'As published',
  edited: 'Edited',
  starts: 'Starts',
  pictures: 'Pictures',
  picturesCount: '{count, plural, =0 {none} one {{count} picture} other {{count} pictures}}',
  legend: 'Removed text is crossed out, and added text is underlined.',
});

const facts = [
  ['title', formTexts.title],
  ['opening', formTexts.openings],
  ['salary', formTexts.salary],
] as const;

const startOf = ({ startsAt, timeZone }: PostRevision): string =>
  startsAt ? formatPlanned(new Date(startsAt), timeZone ? { timeZone } : {}) : '';

/** Describes pictures by their number and descriptions: removed ones are deleted, so they cannot be shown. */
const picturesOf = ({ pictures }: PostRevision): string =>
  [t(texts.picturesCount, { count: pictures.length }), ...pictures.filter(Boolean)].join(' · ');

/** Lists the details of a version beside its text; for pay, time and pictures both versions if they differ. */
function factsOf(version: PostRevision, before: PostRevision | undefined) {
  const lines: { label: MessageDescriptor; to: string; from: string }[] = [
    ...facts.map(([name, label]) => ({ label, to: version[name] ?? '', from: before?.[name] ?? '' })),
    { label: texts.starts, to: startOf(version), from: before ? startOf(before) : '' },
  ];
  const [to, from] = [picturesOf(version), before ? picturesOf(before) : picturesOf(version)];
  if (to !== from) lines.push({ label: texts.pictures, to, from });
  return lines.filter((line) => line.to || line.from);
}

type VersionProps = { version: PostRevision; before: PostRevision | undefined; isNow: boolean };

function Version({ version, before, isNow }: VersionProps) {
  const first = version.seq === 1 ? texts.published : texts.edited;
  return (
    <li className={styles.version}>
      <h3 className={styles.head}>
        <span>{t(isNow ? texts.now : first)}</span>
        <time dateTime={version.at}>{formatExact(version.at)}</time>
      </h3>
      {factsOf(version, before).map(({ label, to, from }) => (
        <p key={label.id} dir="auto" className={styles.fact}>
          <span className={styles.label}>{t(label)}</span> <Changed from={before ? from : to} to={to} />
        </p>
      ))}
      <p dir="auto" className={styles.text}>
        <Changed from={before?.description ?? version.description} to={version.description} />
      </p>
    </li>
  );
}

function Versions({ postId }: { postId: string }) {
  const pages = usePages(
    (cursor) =>
      call<typeof listPostRevisions>('GET', '/post/:id/revisions', {
        params: { id: postId },
        query: pageQuery(cursor, 20),
      }),
    ({ seq }) => String(seq),
  );
  const { items } = pages;
  return (
    <>
      <p className={styles.legend}>{t(texts.legend)}</p>
      <ol className={styles.versions}>
        {items.map((version, place) => (
          <Version key={version.seq} version={version} before={items[place + 1]} isNow={place === 0} />
        ))}
      </ol>
      <ListFoot pages={pages} shape={<PersonSkeleton />} />
    </>
  );
}

type RevisionsDialogProps = { postId: string; open: boolean; onClose: () => void };

/** All versions of a post, the current one first, each with its changes; reloaded whenever it opens. */
export function RevisionsDialog({ postId, open, onClose }: RevisionsDialogProps) {
  return (
    <Dialog open={open} onClose={onClose} title={t(texts.title)} size="medium">
      {open && <Versions postId={postId} />}
    </Dialog>
  );
}
