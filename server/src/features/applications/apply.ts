/** Applies for a job: the message that notifies its author, the application record and the CV, in one transaction. */
import { issueText } from '@afterhours/contract/base/issue';
import { JOB_APPLIED, messageMessages } from '@afterhours/contract/constants/messages';
import { type Answered, applicationMessages } from '@afterhours/contract/jobs/applications';
import { isAnswer, type JobQuestion } from '@afterhours/contract/jobs/job-questions';
import { requirePost } from '#access/posts.ts';
import { requireOpenJob, selectJob } from '#features/hiring/loaders.ts';
import type { createSend, Enclosed } from '#features/messages/loaders.ts';
import { discardUploads, storeMessageFiles } from '#features/uploads/loaders.ts';
import type { ReceivedFile } from '#http/body/multipart.ts';
import { AppError, failedFields, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { Services } from '#services.ts';
import { selectMine } from './queries.ts';

export type ApplicationFields = {
  answers: readonly { question: string; answer: string }[];
  words: string | null;
};

/** Returns the answers with the current questions. Throws a 422 for each answer that is missing or does not fit. */
function answerAll(questions: readonly JobQuestion[], given: ApplicationFields['answers']): Answered[] {
  const byQuestion = new Map(given.map(({ question, answer }) => [question, answer]));
  const known = new Set(questions.map(({ text }) => text));
  if (given.some(({ question, answer }) => answer !== '' && !known.has(question)))
    throw fieldProblem('answers', applicationMessages.changed);
  const issues = questions.flatMap((question, index) => {
    const answer = byQuestion.get(question.text) ?? '';
    const field = `answers.${index}`;
    if (answer === '') return question.required ? [{ field, message: issueText(applicationMessages.answer) }] : [];
    return isAnswer(question, answer) ? [] : [{ field, message: issueText(applicationMessages.notAnswer) }];
  });
  if (issues.length > 0) throw failedFields(issues);
  return questions.flatMap(({ text, kind }) => {
    const answer = byQuestion.get(text) ?? '';
    return answer === '' ? [] : [{ question: text, kind, answer }];
  });
}

type Send = ReturnType<typeof createSend>;

/** Applies once. Throws a 404, a 409 for a closed job and after an earlier application, a 415, a 422, and a 429. */
export async function apply(
  services: Services,
  send: Send,
  { userId, postId }: { userId: string; postId: string },
  { words, answers, files }: ApplicationFields & { files: readonly ReceivedFile[] },
) {
  const post = await requirePost(services.db, userId, postId);
  if (post.postType !== 'job') throw fieldProblem('id', messageMessages.notJob);
  if (post.userId === userId) throw fieldProblem('id', messageMessages.ownJob);
  if (await selectMine(services.db, userId, postId)) throw new AppError(409, messageMessages.alreadyApplied);
  // Checked before the questions are loaded and the files are stored.
  await requireOpenJob(services.db, postId);
  const terms = await selectJob(services.db, postId);
  const answered = answerAll(terms?.questions ?? [], answers);
  const stored = await storeMessageFiles(services, userId, files);
  const enclosed: Enclosed = { words: words || null, answers: answered, cvId: stored[0]?.id ?? null };
  const message = { content: JOB_APPLIED, jobPostId: postId, clientId: null, files: [], enclosed };
  await send({ ...message, senderId: userId, receiverId: post.userId }).catch(async (error: unknown) => {
    await discardUploads(services, stored);
    throw error;
  });
  const mine = await selectMine(services.db, userId, postId);
  if (!mine) throw notFound(applicationMessages.notFound);
  return mine;
}
