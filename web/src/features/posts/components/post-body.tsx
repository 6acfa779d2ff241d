import type { PostType } from '@afterhours/contract/posts/posts';
import { PREVIEW_LENGTHS } from '@afterhours/contract/posts/text-preview';
import Briefcase from 'lucide-react/icons/briefcase-business';
import Presentation from 'lucide-react/icons/presentation';
import { type ComponentType, useContext } from 'react';
import type { StoredPost } from '#entities/posts/entities.ts';
import { FullPost } from '#entities/posts/full-post.ts';
import { loadPost } from '#entities/posts/post-commands.ts';
import { RichText } from '#entities/posts/rich-text.tsx';
import { selectIsLoggedIn } from '#features/account/auth-slice.ts';
import { ApplyButton } from '#features/applications/apply/apply-button.tsx';
import { WebinarAccess, WebinarNotes } from '#features/payments/components/webinar-access.tsx';
import { useAppDispatch, useAppSelector } from '#lib/store.ts';
import { t } from '#lib/text/translate.ts';
import { Highlighted } from '#ui/text/highlighted.tsx';
import { Icon, type IconShape } from '#ui/text/icon.tsx';
import { formTexts, typeTexts } from '../post-texts.ts';
import { Fact, JobFacts } from './job-facts.tsx';
import styles from './post-body.module.css';

type BodyProps = { post: StoredPost };

/** Returns how much of the text is shown at first; all of it on the post's own page. */
const useMax = (post: StoredPost): number | undefined =>
  useContext(FullPost) === post._id ? undefined : PREVIEW_LENGTHS[post.postType];

function Title({ text }: { text: string }) {
  return (
    <h3 dir="auto" className={styles.title}>
      <Highlighted text={text} />
    </h3>
  );
}

/** The post's type, above the title. */
function Kicker({ type, icon }: { type: Exclude<PostType, 'general'>; icon: IconShape }) {
  return (
    <p className={styles.kicker} data-type={type}>
      <Icon icon={icon} size={16} />
      {t(typeTexts[type])}
    </p>
  );
}

function GeneralBody({ post }: BodyProps) {
  return (
    <>
      {post.title && <Title text={post.title} />}
      <RichText text={post.description} mentions={post.mentions} max={useMax(post)} />
    </>
  );
}

/** The terms of a job; its texts if it has no terms. */
function JobTerms({ post }: BodyProps) {
  const { job, opening, salary } = post;
  if (job && (job.employment || job.state === 'closed' || post.viewerCan.edit)) {
    return <JobFacts post={post} job={job} />;
  }
  if (!opening && !salary) return null;
  return (
    <dl className={styles.terms}>
      <Fact name={t(formTexts.salary)}>{salary}</Fact>
      <Fact name={t(formTexts.openings)}>{opening}</Fact>
    </dl>
  );
}

function JobBody({ post }: BodyProps) {
  return (
    <>
      <Kicker type="job" icon={Briefcase} />
      <Title text={post.title ?? ''} />
      <JobTerms post={post} />
      <RichText text={post.description} mentions={post.mentions} max={useMax(post)} />
      <ApplyButton post={post} />
    </>
  );
}

function WebinarBody({ post }: BodyProps) {
  const dispatch = useAppDispatch();
  const signedIn = useAppSelector(selectIsLoggedIn);
  return (
    <>
      <Kicker type="webinar" icon={Presentation} />
      <Title text={post.title ?? ''} />
      <RichText text={post.description} mentions={post.mentions} max={useMax(post)} />
      {signedIn ? (
        <WebinarAccess post={post} onChange={() => void dispatch(loadPost(post._id))} />
      ) : (
        <WebinarNotes post={post} />
      )}
    </>
  );
}

const bodies: Record<PostType, ComponentType<BodyProps>> = {
  general: GeneralBody,
  job: JobBody,
  webinar: WebinarBody,
};

/** The content of a post, by its type. */
export function PostBody({ post }: BodyProps) {
  const Body = bodies[post.postType];
  return (
    <div className={styles.body}>
      <Body post={post} />
    </div>
  );
}
