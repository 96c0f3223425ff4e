/** The number of clips on one page of a collection in the admin. */
export const MEMBERS_PER_PAGE = 60
