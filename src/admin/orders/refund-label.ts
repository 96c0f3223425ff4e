/** What the box that chooses every line of a refund says: `free` of those that are `left` were not upgraded. */
export const allLabel = ({ free, left }: { free: number; left: number }): string =>
  `All that ${free < left ? 'can go back' : 'is left'}, ${free} clips`
