/** Returns the path of a member's page, to which names lead. */
export const profilePath = ({ _id }: { _id: string }): string => `/results/view-profile/${_id}`;

/** Returns the public address of that page, which people share and mentions lead to: by username if it is known. */
export const profileAddress = ({ _id, username }: { _id: string; username?: string | null | undefined }): string =>
  username ? `/@${username}` : profilePath({ _id });
