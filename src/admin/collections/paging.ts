/** Clips of a collection on one page of the room: pictures that fill some screens. */
export const members_per_page = 60
