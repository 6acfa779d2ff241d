import { defineMessages } from '@afterhours/contract/base/message';
import type { Message } from '@afterhours/contract/messages/messages';
import Briefcase from 'lucide-react/icons/briefcase';
import { RichText } from '#entities/posts/rich-text.tsx';
import { t } from '#lib/text/translate.ts';
import { TextLink } from '#ui/buttons/text-link.tsx';
import { Icon } from '#ui/text/icon.tsx';
import { Sentence } from '#ui/text/sentence.tsx';
import styles from './job-card.module.css';

const texts = defineMessages('messages.job', {
  own: 'You applied for this job',
  other: '{name} applied for a job you posted',
  untitled: 'Job',
  openings: 'Openings',
  salary: 'Salary',
  view: 'View the job',
  gone: 'This job is no longer available.',
});

const PREVIEW = 200;

type JobCardProps = { job: Message['post']; mine: boolean; name: string };

/** A job application: the job that it is for, in its current version. */
export function JobCard({ job, mine, name }: JobCardProps) {
  return (
    <div className={styles.card}>
      <p className={styles.what}>
        <Icon icon={Briefcase} size={16} />
        <span>{mine ? t(texts.own) : <Sentence text={texts.other} values={{ name }} />}</span>
      </p>
      {job ? (
        <>
          <h3 dir="auto" className={styles.title}>
            <TextLink bare to={`/activities#${job._id}`}>
              {job.title ?? t(texts.untitled)}
            </TextLink>
          </h3>
          <dl className={styles.facts}>
            {job.opening && (
              <div>
                <dt>{t(texts.openings)}</dt>
                <dd>
                  <bdi>{job.opening}</bdi>
                </dd>
              </div>
            )}
            {job.salary && (
              <div>
                <dt>{t(texts.salary)}</dt>
                <dd>
                  <bdi>{job.salary}</bdi>
                </dd>
              </div>
            )}
          </dl>
          <RichText text={job.description} max={PREVIEW} />
          <TextLink to={`/activities#${job._id}`} className={styles.link}>
            {t(texts.view)}
          </TextLink>
        </>
      ) : (
        <p className={styles.gone}>{t(texts.gone)}</p>
      )}
    </div>
  );
}
