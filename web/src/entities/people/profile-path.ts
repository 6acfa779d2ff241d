/** Returns the path of a member's page: by username if it is known, otherwise by id. */
export const profilePath = ({ _id, username }: { _id: string; username?: string | null | undefined }): string =>
  username ? `/@${username}` : `/results/view-profile/${_id}`;
