import type { Message } from '@afterhours/contract/messages';
import Briefcase from 'lucide-react/icons/briefcase';
import { RichText } from '#entities/posts/rich-text.tsx';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Icon } from '#ui/text/icon.tsx';
import styles from './job-card.module.css';

const PREVIEW = 200;

type JobCardProps = { job: Message['post']; mine: boolean; name: string };

/** An application: the job it is for, as it stands now. */
export function JobCard({ job, mine, name }: JobCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.what}>
        <Icon icon={Briefcase} size={16} />
        <span>
          {mine ? (
            'You applied to this job'
          ) : (
            <>
              <bdi>{name}</bdi> applied to your job
            </>
          )}
        </span>
      </p>
      {job ? (
        <>
          <h3 dir="auto" className={styles.title}>
            <TextLink bare to={`/activities#${job._id}`}>
              {job.title ?? 'Job'}
            </TextLink>
          </h3>
          <dl className={styles.facts}>
            {job.opening && (
              <div>
                <dt>Openings</dt>
                <dd dir="auto">{job.opening}</dd>
              </div>
            )}
            {job.salary && (
              <div>
                <dt>Salary</dt>
                <dd dir="auto">{job.salary}</dd>
              </div>
            )}
          </dl>
          <RichText text={job.description} max={PREVIEW} />
          <TextLink to={`/activities#${job._id}`} className={styles.link}>
            View the job
          </TextLink>
        </>
      ) : (
        <p className={styles.gone}>This job is no longer there.</p>
      )}
    </div>
  );
}
