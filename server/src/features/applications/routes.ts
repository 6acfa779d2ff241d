import { isId } from '@afterhours/contract/constants/fields';
import { messageMessages } from '@afterhours/contract/constants/messages';
import * as contract from '@afterhours/contract/jobs/applications';
import { requirePost } from '#access/posts.ts';
import type { EventPayload } from '#db/events.ts';
import { pageStart, toPage } from '#db/statements/keyset.ts';
import { accountDeleting } from '#features/account-data/events.ts';
import { createNewMemberLimit } from '#features/automation/loaders.ts';
import { jobClosed } from '#features/hiring/events.ts';
import { applicationSent } from '#features/messages/events.ts';
import { createSend } from '#features/messages/loaders.ts';
import { contentDisposition } from '#http/body/content-disposition.ts';
import { sendObject } from '#http/body/send-object.ts';
import { AppError, fieldProblem, notFound } from '#http/errors/errors.ts';
import type { FeatureContext } from '#http/feature.ts';
import { apply } from './apply.ts';
import { deleteRejection, rejectDue, tidyApplications, updateApplication } from './commands.ts';
import { registerDeletedJobs } from './deleted-jobs.ts';
import { applicationChanged, applicationTouched, applicationWithdrawn } from './events.ts';
import { limitCvs, selectApplications, selectCv, selectOwn, selectReceived, selectSeenByAuthors } from './queries.ts';
import { toApplicationView, toMyView, toOwnView } from './views.ts';

const { applicationMessages } = contract;
const RECEIVED = 'applications';
const OWN = 'own-applications';
const REJECTIONS_SECONDS = 20;
const TIDIED_SECONDS = 3_600;

function bindLists({ bind, services }: FeatureContext): void {
  bind(contract.listJobApplications, async ({ viewerId, params: { id }, query }) => {
    const post = await requirePost(services.readsNow, viewerId, id);
    if (post.userId !== viewerId) throw new AppError(403, applicationMessages.notPoster);
    if (post.postType !== 'job') throw fieldProblem('id', messageMessages.notJob);
    const start = pageStart(RECEIVED, ['id'], query);
    const wanted = { viewerId, postId: id, status: query.status ?? null };
    const rows = await selectApplications(services.readsNow, wanted, start);
    const { items, ...paging } = toPage(RECEIVED, rows, start, (row) => [row.application_id]);
    return { body: items.map(toApplicationView), ...paging };
  });

  bind(contract.getApplication, async ({ viewerId, params: { id } }) => {
    const row = await selectReceived(services.readsNow, viewerId, id);
    if (!row) throw notFound(applicationMessages.notFound);
    await requirePost(services.readsNow, viewerId, row.post_id);
    return { body: toApplicationView(row) };
  });

  bind(contract.listMyApplications, async ({ viewerId, query }) => {
    const start = pageStart(OWN, ['id'], query);
    const rows = await selectOwn(services.readsNow, viewerId, start);
    const { items, ...paging } = toPage(OWN, rows, start, (row) => [row.application_id]);
    return { body: items.map(toOwnView), ...paging };
  });
}

function bindCv({ bindRaw, services }: FeatureContext): void {
  const source = { storage: services.storage, filesByProxy: services.config.filesByProxy };
  bindRaw(contract.getApplicationCv, async ({ session, request, reply }) => {
    const { id } = request.params as { id: string };
    const cv = isId(id) ? await selectCv(services.readsNow, session.userId, id) : undefined;
    if (!cv) throw notFound(applicationMessages.noCv);
    return sendObject(request, reply, source, {
      key: `message/${cv.filename}`,
      contentType: cv.contentType,
      headers: {
        'cache-control': 'private, no-store',
        // A CV is always downloaded, because a viewer would run as a page of this site.
        'content-disposition': contentDisposition('attachment', cv.name),
        'content-security-policy': "default-src 'none'; sandbox",
      },
    });
  });
}

type OwnChange = EventPayload<typeof applicationSent | typeof applicationChanged | typeof applicationWithdrawn>;

/** Notifies the tabs of the applicant and of the job's author that an application was sent or has changed. */
function announce({ channels, events }: FeatureContext['services']): void {
  for (const event of [applicationSent, applicationChanged, applicationWithdrawn])
    events.after(event, ({ applicantId, applicationId: id, postId, status, statusAt }: OwnChange) =>
      channels.toMember(applicantId, 'applications', {
        post_id: postId,
        application: toMyView({ id, status, status_at: statusAt }),
      }),
    );
  for (const event of [applicationSent, applicationTouched])
    events.after(event, ({ applicationId, postId, posterId }: EventPayload<typeof applicationTouched>) =>
      channels.toMember(posterId, 'jobApplications', { post_id: postId, application_id: applicationId }),
    );
}

export default function register(context: FeatureContext): void {
  const { bind, services } = context;
  const send = createSend(services);
  const limit = createNewMemberLimit(context, 'links');
  announce(services);
  registerDeletedJobs(services);
  // The applications are deleted with their member, by cascade.
  services.events.within(accountDeleting, async (tx, { userId }) =>
    tx.emitAll(applicationTouched, await selectSeenByAuthors(tx.db, userId)),
  );
  services.events.within(jobClosed, (tx, { postId }) => limitCvs(tx.db, postId));
  services.jobs.repeat('applications.reject-due', REJECTIONS_SECONDS, () => rejectDue(services, send));
  services.jobs.repeat('applications.tidy', TIDIED_SECONDS, () => tidyApplications(services));

  bind(
    contract.createApplication,
    async ({ viewerId, params: { id }, body: { answers = [], words = null }, files }) => {
      const texts = [words, ...answers.map(({ answer }) => answer)];
      // Of the new-member limits, only the one for links applies.
      const work = () => apply(services, send, { userId: viewerId, postId: id }, { answers, words, files });
      const mine = await limit({ userId: viewerId, texts, before: async () => [] }, work);
      return { message: applicationMessages.sent, body: toMyView(mine) };
    },
  );

  bind(contract.updateApplication, async ({ viewerId, params: { id }, body }) => {
    const { status, status_at, rejects_at, note } = await updateApplication(services, viewerId, id, body);
    const message = body.status === 'withdrawn' ? applicationMessages.withdrawn : applicationMessages.saved;
    const rejectsAt = rejects_at?.toISOString() ?? null;
    return { message, body: { _id: id, status, statusAt: status_at.toISOString(), rejectsAt, note } };
  });

  bind(contract.deleteRejection, async ({ viewerId, params: { id } }) => {
    const { status, status_at } = await deleteRejection(services, viewerId, id);
    return { message: applicationMessages.undone, body: { _id: id, status, statusAt: status_at.toISOString() } };
  });

  bindLists(context);
  bindCv(context);
}
