/** Returns the page on which the sender can retry a check: staff do so in the admin. */
export const uploadsPathOf = ({ by_staff }: { by_staff: boolean }): string =>
  by_staff ? '/admin/ingest' : '/filmmaker/uploads'
