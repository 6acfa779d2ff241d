/** Returns the path of a member's page, to which links in the product lead. */
export const profilePath = ({ _id }: { _id: string }): string => `/results/view-profile/${_id}`;

/** Returns the public address of that page, which people share: by username if it is known. */
export const profileAddress = ({ _id, username }: { _id: string; username?: string | null | undefined }): string =>
  username ? `/@${username}` : profilePath({ _id });
