import { updateProfileBody } from '@afterhours/contract/profile/profile-update';
import { useForm } from '#lib/forms/use-form.ts';
import { useAppDispatch } from '#lib/store.ts';
import { saveProfile } from '../profile-commands.ts';

/** A form for fields of the own account; it closes its dialog once they are saved. */
export function useRecordForm<Values extends Record<string, string>>(initial: Values, onClose: () => void) {
  const dispatch = useAppDispatch();
  return useForm({
    initial,
    schema: updateProfileBody,
    // A country that is not in the list, from an older version, stays until it is changed.
    toInput: ({ country, ...values }) => (country && country === initial.country ? values : { ...values, country }),
    submit: async (body) => {
      const failed = await dispatch(saveProfile(body));
      if (!failed) onClose();
      return failed;
    },
  });
}
