/** The page of a member: by username where it is known, else by id. */
export const profilePath = ({ _id, username }: { _id: string; username?: string | null | undefined }): string =>
  username ? `/@${username}` : `/results/view-profile/${_id}`;
