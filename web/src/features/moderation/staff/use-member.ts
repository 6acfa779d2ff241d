import type { RouteInput } from '@afterhours/contract/base/route';
import type {
  changeMemberEmail,
  confirmMemberEmail,
  deleteMember,
  endMemberSessions,
  getStaffPerson,
  removeMemberFactors,
  sendMemberExport,
  sendMemberReset,
  setSeller,
} from '@afterhours/contract/moderation/staff-people';
import { useConfirmation } from '#features/account/components/use-confirmation.tsx';
import { type CallFailure, call } from '#lib/api/client.ts';
import { showFailure } from '#lib/api/show-failure.ts';
import { useLoading } from '#lib/lists/use-loading.ts';
import { showSuccess } from '#lib/notify.ts';

const get = (id: string) => call<typeof getStaffPerson>('GET', '/staff/people/:id', { params: { id } });

type CallOutcome = CallFailure | { ok: true; message: string };

/** For a form, which shows its failure itself. Returns the failure; otherwise calls `succeeded` with the response. */
async function settle(
  request: Promise<CallOutcome>,
  succeeded: (response: CallOutcome) => unknown,
): Promise<CallFailure | undefined> {
  const response = await request;
  if (!response.ok) return response;
  await succeeded(response);
  return undefined;
}

/** The chosen member, and the actions of the staff on the account. */
export function useMember(id: string, onDeleted: (id: string) => void) {
  const { data: found, failure, reload, retry } = useLoading(() => get(id));
  const { confirmed, dialog } = useConfirmation();
  /** Shows the result, and reloads the member. */
  const done = async (response: CallOutcome) => {
    if (!response.ok) {
      showFailure(response);
      return;
    }
    showSuccess(response.message);
    await reload();
  };
  const options = { params: { id } };
  return {
    found,
    failure,
    dialog,
    reload,
    retry,
    endSessions: async () =>
      done(await call<typeof endMemberSessions>('POST', '/staff/people/:id/end-sessions', options)),
    sendReset: async () =>
      done(await call<typeof sendMemberReset>('POST', '/staff/people/:id/reset-password', options)),
    sendExport: async () =>
      done(await confirmed(() => call<typeof sendMemberExport>('POST', '/staff/people/:id/export', options))),
    confirmEmail: async () =>
      done(await confirmed(() => call<typeof confirmMemberEmail>('POST', '/staff/people/:id/confirm-email', options))),
    setSeller: async (seller: boolean) =>
      done(await call<typeof setSeller>('PUT', '/staff/people/:id/seller', { ...options, body: { seller } })),
    changeEmail: (body: RouteInput<typeof changeMemberEmail>['body']) =>
      settle(
        confirmed(() => call<typeof changeMemberEmail>('PUT', '/staff/people/:id/email', { ...options, body })),
        done,
      ),
    removeFactors: (body: RouteInput<typeof removeMemberFactors>['body']) =>
      settle(
        confirmed(() => call<typeof removeMemberFactors>('DELETE', '/staff/people/:id/factors', { ...options, body })),
        done,
      ),
    remove: (body: RouteInput<typeof deleteMember>['body']) =>
      settle(
        confirmed(() => call<typeof deleteMember>('DELETE', '/staff/people/:id', { ...options, body })),
        ({ message }) => {
          showSuccess(message);
          onDeleted(id);
        },
      ),
  };
}
