/** Where somebody has a file checked again: our people do so where they sent it. */
export const pathOf = ({ by_staff }: { by_staff: boolean }): string =>
  by_staff ? '/admin/ingest' : '/filmmaker/uploads'
